import { useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../store.tsx'
import { adminPath, type Conversation, converse, isSamePath, type Notices, textOf } from './host.ts'
import { useQuestions } from './questions.ts'

/** The link that the app has put above itself. */
interface HeaderLink {
  text: string | undefined
  follow: () => void
}

export interface Embedding {
  frame: RefObject<HTMLIFrameElement | null>
  state: 'waiting' | 'shown' | 'failed'
  header: HeaderLink | undefined
  isFull: boolean
  leaveFullScreen: () => void
  isDimmed: boolean
}

/** An app that has not said within this time that it is ready will not. */
const patience = 30_000

/** So long after it is ready an app has said where it is, if it does so at all. */
const moment = 100

const sync = 'app/navigate/sync'

/**
 * An app in a frame, and what it says while it is shown. Its route is kept in the fragment of the address, so that the page
 * can be reloaded and sent to others. Browsers go back through the frame's own history, so the fragment makes no entries.
 */
export function useEmbedding(appId: number, url: string): Embedding {
  const { id } = useStore()
  const router = useRouter()
  const { hash } = useLocation()
  const frame = useRef<HTMLIFrameElement>(null)
  const conversation = useRef<Conversation>(null)
  /** Where the link led that opened the page: the app announces its own beginning before it can be told. */
  const wanted = useRef(hash || undefined)
  /** Where the app is, as it said or was told. */
  const path = useRef(hash || '/')
  /** It was told where to begin: once. An app of many pages is ready on each of them, and would be led back to the last. */
  const isLed = useRef(false)
  const [state, setState] = useState<Embedding['state']>('waiting')
  const [header, setHeader] = useState<HeaderLink>()
  const [isFull, setFull] = useState(false)
  const [isDimmed, setDimmed] = useState(false)

  const begin = () => {
    const target = wanted.current ?? path.current
    wanted.current = undefined
    conversation.current?.send(sync, { path: target, replace: true })
  }
  const lead = (target: string) => {
    path.current = target
    conversation.current?.send(sync, { path: target })
  }
  const open = (target: string | undefined) => {
    const page = target === undefined ? undefined : adminPath(id, target, window.location.origin)
    if (page) router.history.push(page)
  }
  const back = () => router.history.back()

  const questions = {
    ...useQuestions(appId),
    'app/navigate/pathname': () => ({ pathname: wanted.current ?? path.current }),
  }
  const notices: Notices = {
    'app/connected': () => conversation.current?.send('app/connected'),
    'app/ready': () => {
      setState('shown')
      if (isLed.current) return
      isLed.current = true
      if (wanted.current === undefined) setTimeout(begin, moment)
      else begin()
    },
    [sync]: payload => {
      const told = textOf(payload, 'pathname')
      if (told === undefined) return
      path.current = told
      router.history.replace(`${window.location.pathname}#${told}`)
    },
    'app/navigate/goTo': payload => open(textOf(payload, 'pathname')),
    'app/navigate/goToOldAdmin': payload => open(textOf(payload, 'pathToOldAdmin')),
    'app/navigate/back': back,
    'app/navigate/exit': () => open('/apps'),
    'app/navigate/fullscreen': ({ mode }) => setFull(mode === 'fullscreen'),
    'app/navigate/header': payload => {
      const [goTo, goToAdmin] = [textOf(payload, 'goTo'), textOf(payload, 'goToAdmin')]
      const follow = goToAdmin ? () => open(goToAdmin) : goTo === 'back' ? back : goTo && (() => lead(goTo))
      setHeader(payload.remove === true || !follow ? undefined : { text: textOf(payload, 'text'), follow })
    },
    'app/utils/openInDefaultBrowser': payload => {
      const target = textOf(payload, 'pathname') ?? ''
      if (/^https?:\/\//.test(target)) window.open(target, '_blank', 'noopener,noreferrer')
    },
    'app/overlay': ({ visible }) => setDimmed(visible === true),
    'app/log/error': payload => {
      // For whoever makes the app, and has the console open.
      console.error(`App ${appId}: ${textOf(payload, 'message')}`, textOf(payload, 'url'), textOf(payload, 'stack'))
      setState('failed')
    },
  }
  const known = useRef({ questions, notices })
  useLayoutEffect(() => {
    known.current = { questions, notices }
  })

  // Before the browser does anything else: the first message of an app comes at once, and once.
  useLayoutEffect(() => {
    if (!frame.current) return
    conversation.current = converse(frame.current, new URL(url).origin, () => known.current)
    return conversation.current.end
  }, [url])

  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => setState('failed'), patience)
    return () => clearTimeout(timer)
  }, [state])

  // Somebody has changed the address by hand.
  useEffect(() => {
    if (!hash || isSamePath(hash, path.current)) return
    path.current = hash
    conversation.current?.send(sync, { path: hash })
  }, [hash])

  // One that has failed has no more say in what is around it.
  const isShown = state === 'shown'
  return {
    frame,
    state,
    header: isShown ? header : undefined,
    isFull: isShown && isFull,
    leaveFullScreen: () => setFull(false),
    isDimmed: isShown && isDimmed,
  }
}
