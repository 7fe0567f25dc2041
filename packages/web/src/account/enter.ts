import { localPath, type Session } from '@bodega/api/panel'
import { useRouter, useSearch } from '@tanstack/react-router'
import { keepSession } from '../session.ts'

/** Where somebody belongs who did not say where to go: partners without a store to their applications. */
export const homeOf = ({ partner, stores }: Session): string => (partner && stores.length === 0 ? '/partner' : '/admin')

/** Keeps the session that was answered and goes to where the person wanted to be. */
export function useEnter(home = homeOf): (session: Session) => void {
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  return session => {
    keepSession(session)
    const target = localPath(next) ?? home(session)
    // Pages that the server makes by itself are not among ours.
    if (/^\/(admin|partner|invitation)\b/.test(target)) router.history.push(target)
    else location.assign(target)
  }
}
