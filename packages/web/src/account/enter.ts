import type { Session } from '@bodega/api/panel'
import { useRouter, useSearch } from '@tanstack/react-router'
import { keepSession, localPath } from '../session.ts'

/** Keeps the session that was answered and goes to where the person wanted to be, the store admin unless said. */
export function useEnter(): (session: Session) => void {
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  return session => {
    keepSession(session)
    const target = localPath(next) ?? '/admin'
    // Pages that the server makes by itself are not among ours.
    if (/^\/(admin|partner|invitation)\b/.test(target)) router.history.push(target)
    else location.assign(target)
  }
}
