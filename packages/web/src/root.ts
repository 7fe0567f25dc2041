import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { MissingPage } from './account/missing-page.tsx'
import { queries, sessionQuery } from './session.ts'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: MissingPage,
})

/** Below here somebody is signed in. */
export async function signedIn({ location }: { location: { href: string } }) {
  const session = await queries.ensureQueryData(sessionQuery)
  if (!session.account) throw redirect({ to: '/login', search: { next: location.href } })
  return { session }
}
