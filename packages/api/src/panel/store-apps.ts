import Type, { type Static } from 'typebox'
import { DateTime, Id, Name, NoBody, Nullable } from '../common.ts'
import { allScopes } from '../scopes.ts'
import { panelEndpoint, Search } from './panel-endpoint.ts'

/** What merchants see of an app. */
export const PublicApp = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  publisher: Type.String(),
  app_url: Nullable(Type.String()),
  preferences_url: Nullable(Type.String()),
  privacy_policy_url: Nullable(Type.String()),
  support_url: Nullable(Type.String()),
  support_email: Nullable(Type.String()),
  /** What it asks for now. */
  scopes: Type.Array(Type.String()),
})
export type PublicApp = Static<typeof PublicApp>

/** An app in "my applications". */
export const InstalledApp = Type.Object({
  app: PublicApp,
  /** What was agreed to; where it differs from what the app asks for now, a new installation asks for the rest. */
  granted: Type.Array(Type.String()),
  has_token: Type.Boolean(),
  /** By an operator, or with the whole store (contract 5.4). */
  is_suspended: Type.Boolean(),
  last_used_at: Nullable(DateTime),
  installed_at: DateTime,
  updated_at: DateTime,
})
export type InstalledApp = Static<typeof InstalledApp>

const OfStore = Type.Object({ store_id: Id })
const OneApp = Type.Object({ store_id: Id, app_id: Id })

/** To install one, send the browser to `/apps/{app_id}/authorize?store_id={store_id}`. */
export const storeApps = {
  list: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/apps',
    access: 'member',
    summary: 'List the installed apps',
    params: OfStore,
    reply: Type.Array(InstalledApp),
  }),
  available: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/available-apps',
    access: 'member',
    summary: 'List the apps that the store may install and has not',
    params: OfStore,
    query: Search,
    reply: PublicApp,
    list: true,
  }),
  uninstall: panelEndpoint({
    method: 'DELETE',
    path: '/stores/:store_id/apps/:app_id',
    access: 'owner',
    summary: 'Uninstall an app: its token, webhooks, carriers and scripts go, all else stays',
    params: OneApp,
    reply: Type.Object({}),
  }),
  sessionToken: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/apps/:app_id/session-token',
    access: 'member',
    summary: 'Get the token by which an embedded app knows who has opened it; a new one for each request',
    params: OneApp,
    body: NoBody,
    reply: Type.Object({ token: Type.String() }),
  }),
}

/** A token made in the store admin (D28). */
export const StoreToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  created_at: DateTime,
  last_used_at: Nullable(DateTime),
})
export type StoreToken = Static<typeof StoreToken>

const OneToken = Type.Object({ store_id: Id, id: Id })

export const storeTokens = {
  list: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/tokens',
    access: 'owner',
    summary: 'List the tokens that were made in the admin',
    params: OfStore,
    reply: Type.Array(StoreToken),
  }),
  create: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/tokens',
    access: 'owner',
    summary: 'Make a token, which is shown this once',
    params: OfStore,
    body: Type.Object({
      name: Name(100),
      scopes: Type.Array(Type.Enum(allScopes), { minItems: 1, maxItems: allScopes.length }),
    }),
    status: 201,
    reply: Type.Object({ ...StoreToken.properties, access_token: Type.String(), webhook_secret: Type.String() }),
    errors: { 422: 'A field is wrong, or the store has too many tokens' },
  }),
  webhookSecret: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/tokens/:id/webhook-secret',
    access: 'owner',
    summary: 'Read what signs the notifications to the webhooks of a token',
    params: OneToken,
    reply: Type.Object({ webhook_secret: Type.String() }),
  }),
  revoke: panelEndpoint({
    method: 'DELETE',
    path: '/stores/:store_id/tokens/:id',
    access: 'owner',
    summary: 'Revoke a token',
    params: OneToken,
    reply: Type.Object({}),
  }),
}
