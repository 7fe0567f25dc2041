import { ApiError } from '@bodega/api'
import { createPanelClient, type Session } from '@bodega/api/panel'
import { QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'

/** A refusal stays one; what did not arrive, or found the server busy, is asked once more. */
const isWorthAnother = (count: number, error: unknown): boolean =>
  count < 1 && !(error instanceof ApiError && error.status < 500)

/** What was read is shown at once and asked again when somebody comes back to it. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: isWorthAnother } },
})

const key = ['session']

export const panel = createPanelClient({ csrfToken: () => queries.getQueryData<Session>(key)?.csrf_token ?? null })

export const sessionQuery = queryOptions({ queryKey: key, queryFn: () => panel.sessions.get(), staleTime: 60_000 })

/** The session that a sign-in answered with. What was read for somebody else is forgotten. */
export function keepSession(session: Session): Session {
  queries.removeQueries({ predicate: query => query.queryKey[0] !== key[0] })
  queries.setQueryData(key, session)
  return session
}

export const forgetSession = (): Promise<void> => queries.resetQueries({ queryKey: key })

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data
