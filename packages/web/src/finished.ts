import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useStore } from './store.tsx'
import { useToasts } from './ui/toasts.tsx'

/** What follows where a page has done what it was opened for: it is told, and the page leaves for where it can be seen. */
export function useFinished(): (kind: string, news: string, place: NavigateOptions) => Promise<void> {
  const { refresh } = useStore()
  const { tell } = useToasts()
  const navigate = useNavigate()
  return async (kind, news, place) => {
    await refresh(kind)
    tell(news)
    await navigate({ ...place, ignoreBlocker: true })
  }
}
