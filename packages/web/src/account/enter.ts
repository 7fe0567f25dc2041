import { localPath, type Session, withLanguage } from '@bodega/api/panel'
import { redirect, useRouter, useSearch } from '@tanstack/react-router'
import { keepSession, panel, queries, sessionQuery } from '../session.ts'

/** Where somebody belongs who did not say where to go: partners without a store to their applications. */
export const homeOf = ({ partner, stores }: Session): string => (partner && stores.length === 0 ? '/partner' : '/admin')

/** Pages that the server makes by itself are not among ours. */
const isOurs = (path: string): boolean => /^\/(admin|partner|invitation)\b/.test(path)

/** The language that was chosen here is that of the page there, too. */
const inOurLanguage = (path: string): string => withLanguage(path, document.documentElement.lang)

/**
 * Whoever is signed in already goes on. What is kept of the session may have ended, so the server is asked. Where it knows
 * somebody else by now, nothing stays of what was read before.
 */
export async function goOn({ search: { next } }: { search: { next?: string } }): Promise<void> {
  const kept = await queries.ensureQueryData(sessionQuery)
  const session = kept.account ? await panel.sessions.get() : kept
  if (!session.account) return
  const target = localPath(next) ?? homeOf(session)
  if (isOurs(target) && session.account.id === kept.account?.id) throw redirect({ href: target, replace: true })
  location.replace(inOurLanguage(target))
  await new Promise(() => {})
}

/** Keeps the session that was answered and goes to where the person wanted to be. */
export function useEnter(home = homeOf): (session: Session) => void {
  const router = useRouter()
  const { next } = useSearch({ strict: false })
  return session => {
    keepSession(session)
    const target = localPath(next) ?? home(session)
    if (isOurs(target)) router.history.push(target)
    else location.assign(inOurLanguage(target))
  }
}
