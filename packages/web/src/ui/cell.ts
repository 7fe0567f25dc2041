import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../meanwhile.ts'
import { useToasts } from './toasts.tsx'

interface Options<T> {
  /** Of what it is, for those who do not see the row. */
  label: string
  kept: string
  /** What is meant by what was typed, if anything. */
  read: (typed: string) => T | undefined
  /** What is told where nothing is. */
  wrong?: string
  /** What is kept by now, where nothing but people change it: what others have put there since it was seen is told first. */
  readNow?: () => Promise<string>
  /** Saves it over what was there, reads what is kept by then, and says how to bring back what was there. */
  save: (meant: T, before: string) => Promise<() => Promise<unknown>>
}

/**
 * A field of a grid: Enter or leaving saves it, Escape brings back what is kept. What is typed stays until then, whatever is
 * read meanwhile; and what was refused stays, to be mended, or to be saved all the same by Enter.
 */
export function useCell<T>({ label, kept, read, wrong = '', readNow, save }: Options<T>) {
  const { t } = useTranslation()
  const { tell, tellError, tellFailure } = useToasts()
  const [typed, setTyped] = useState<{ text: string; seen: string }>()
  const text = typed?.text ?? kept
  const write = useMutation({
    mutationFn: async (meant: T) => {
      const now = await readNow?.()
      if (now !== undefined && now !== (typed?.seen ?? kept) && now !== text) {
        setTyped({ text, seen: now })
        throw new ChangedMeanwhile({ [label]: now })
      }
      return save(meant, now ?? kept)
    },
    onSuccess: undo => {
      // What was typed is kept by now, perhaps in other words.
      setTyped(undefined)
      tell(t('stock.saved', { what: label }), undo)
    },
    onError: tellError,
  })
  const keep = () => {
    if (text === kept || write.isPending) return
    const meant = read(text)
    if (meant === undefined) tellFailure(wrong)
    else write.mutate(meant)
  }
  // What was refused is tried again by Enter alone: others may have put something there, as was told.
  const leave = () => {
    if (!write.isError) keep()
  }
  // Whoever goes back leaves the field as well, of which no browser tells.
  const leaveWithPage = useEffectEvent(leave)
  useEffect(() => () => leaveWithPage(), [])
  // A window that is closed or loaded anew takes it along before it is saved: there the browser asks.
  const isUnsaved = text !== kept
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return {
    'aria-label': label,
    // What is kept may be more than can be typed at once: it was added to.
    'aria-invalid': (text !== kept && (write.isError || read(text) === undefined)) || undefined,
    value: text,
    readOnly: write.isPending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target
      if (write.isError) write.reset()
      setTyped(before => ({ text: value, seen: before?.seen ?? kept }))
    },
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key === 'Enter') keep()
      if (event.key === 'Escape') setTyped(undefined)
    },
  }
}
