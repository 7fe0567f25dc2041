import { refused } from '@bodega/api'
import type { Consent } from '@bodega/api/panel'
import type { SignedIn } from '../accounts/index.ts'
import { roleIn, storesOf } from '../accounts/index.ts'
import { type App, type AuthorizationRequest, accept, decline, eligible, examine, isAgreed } from '../apps/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'

/** What an owner must see before agreeing to an app. */
export async function consentOf(db: Queries, app: App, { account }: SignedIn): Promise<Consent> {
  const owned = (await storesOf(db, account.id)).filter(({ role }) => role === 'owner')
  const open = await eligible(
    db,
    app,
    owned.map(({ id }) => id),
  )
  const { id, name, publisher, app_url, privacy_policy_url, support_url, support_email, redirect_url, scopes } = app
  return {
    app: { id, name, publisher, app_url, privacy_policy_url, support_url, support_email, redirect_url },
    scopes,
    stores: open.flatMap(({ store_id, scopes: granted }) =>
      owned.filter(store => store.id === store_id).map(store => ({ id: store.id, name: store.name, granted })),
    ),
  }
}

export interface Decision {
  app_id: number
  request: AuthorizationRequest
  store_id: number
  /** Those that were shown to whoever decides. */
  scopes: readonly string[]
  decision: 'accept' | 'decline'
}

/**
 * Where the browser goes now; nowhere, where the app asks for other scopes by now than those that were agreed to.
 * Nothing else of the page is believed: all is examined again.
 */
export async function decide(
  tx: Tx,
  world: World,
  issuer: string,
  { account }: SignedIn,
  { app_id, request, store_id, scopes, decision }: Decision,
): Promise<string | undefined> {
  const app = await examine(tx, app_id, request)
  if (decision === 'decline') return decline(app, request, issuer)
  if (!Number.isSafeInteger(store_id) || (await roleIn(tx, store_id, account.id)) !== 'owner')
    throw refused(403, 'Only an owner of the store may install an app')
  if (!isAgreed(app, scopes)) return undefined
  return accept(tx, world, { app, store: store_id, request, issuer })
}
