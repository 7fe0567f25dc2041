import { ApiError, envelope } from '@bodega/api'
import { createPanelClient, type Session } from '@bodega/api/panel'
import { notifyManager, QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'

/** A refusal stays one; what did not arrive, or found the server busy, is asked once more. */
const isWorthAnother = (count: number, error: unknown): boolean =>
  count < 1 && !(error instanceof ApiError && error.status < 500)

/** A browser without a network may have the service beside it; where it has not, that is said and nothing waits unseen. */
const networkMode = 'always'

/** Before the next event, where a turn later is usual: a second click would come between, and make a second store. */
notifyManager.setScheduler(queueMicrotask)

/** What was read is shown at once and asked again when somebody comes back to it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthAnother, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})

const key = ['session']

const kept = () => queries.getQueryData<Session>(key)

/**
 * A session can end while a page is open, or begin anew in another tab; a role can change, and somebody who is taken out of
 * a store finds nothing of it any more: whatever is refused tells to look.
 */
const tellsToLook = new Set([401, 403, 404])

/** Mail that a call has sent comes in the language of the page, which may not be the browser's. */
const send: typeof fetch = async (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', document.documentElement.lang)
  const answer = await fetch(address, { ...init, headers })
  if (tellsToLook.has(answer.status)) void queries.invalidateQueries(sessionQuery)
  return answer
}

/** What the clients of pages have in common. */
export const ours = { csrfToken: () => kept()?.csrf_token ?? null, fetch: send }

export const panel = createPanelClient(ours)

/** Whoever was signed in stays on the page, with what they have typed, until they have signed in again. */
async function readSession(): Promise<Session> {
  const session = await panel.sessions.get()
  const account = kept()?.account
  if (account && account.id !== session.account?.id) throw new ApiError(401, envelope(401))
  return session
}

export const sessionQuery = queryOptions({
  queryKey: key,
  queryFn: readSession,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
})

/** The session that a sign-in answered with. What was read for somebody else is forgotten. */
export function keepSession(session: Session): Session {
  queries.removeQueries({ predicate: query => query.queryKey[0] !== key[0] })
  queries.setQueryData(key, session)
  return session
}

/** A session that has ended elsewhere has ended. */
export async function signOut(): Promise<void> {
  try {
    await panel.sessions.signOut()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}

export const forgetSession = (): Promise<void> => queries.resetQueries({ queryKey: key })

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data
