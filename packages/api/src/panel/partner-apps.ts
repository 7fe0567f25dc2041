import Type, { type Static } from 'typebox'
import { DateTime, Id, Localized, MaybeOf, Name, NoBody, Nullable } from '../common.ts'
import { allScopes } from '../scopes.ts'
import { panelEndpoint, Search } from './panel-endpoint.ts'
import { Email, MyStore } from './sessions.ts'
import { NewStore } from './stores.ts'

/** Who may install an app: any store, or those that its partner names. */
export const distributions = ['app_store', 'own_clients'] as const
export const Distribution = Type.Enum([...distributions])

/** An app as its partner sees and edits it (contract: apps 1). */
export const PartnerApp = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  distribution: Distribution,
  redirect_url: Type.String(),
  app_url: Nullable(Type.String()),
  preferences_url: Nullable(Type.String()),
  privacy_policy_url: Nullable(Type.String()),
  support_url: Nullable(Type.String()),
  support_email: Nullable(Type.String()),
  store_redact_url: Nullable(Type.String()),
  customers_redact_url: Nullable(Type.String()),
  customers_data_request_url: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  demo_store_id: Nullable(Type.Integer()),
  /** Who may install an app of own clients. */
  store_ids: Type.Array(Type.Integer()),
  /** In how many stores it is installed. */
  installations: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type PartnerApp = Static<typeof PartnerApp>

const Address = Type.String({ maxLength: 2000, pattern: '^https?://\\S+$' })
const MaybeAddress = MaybeOf(Address)

const AppName = Name(100)

const Editable = {
  /** Where the code goes, letter by letter; http and localhost are fine for an app in development. */
  redirect_url: Type.Optional(Type.String({ maxLength: 2000, pattern: '^https?://[^\\s#]+$' })),
  app_url: MaybeAddress,
  preferences_url: MaybeAddress,
  privacy_policy_url: MaybeAddress,
  support_url: MaybeAddress,
  support_email: MaybeOf(Email),
  store_redact_url: MaybeAddress,
  customers_redact_url: MaybeAddress,
  customers_data_request_url: MaybeAddress,
  scopes: Type.Optional(Type.Array(Type.Enum(allScopes), { maxItems: allScopes.length })),
  /** One of the partner's own demo stores. */
  demo_store_id: MaybeOf(Id),
  store_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
}

export const PartnerAppInput = Type.Object({ name: AppName, distribution: Distribution, ...Editable })
export type PartnerAppInput = Static<typeof PartnerAppInput>

export const PartnerAppChange = Type.Object({
  name: Type.Optional(AppName),
  distribution: Type.Optional(Distribution),
  ...Editable,
})
export type PartnerAppChange = Static<typeof PartnerAppChange>

export const AccessKeys = Type.Object({ client_id: Type.Integer(), client_secret: Type.String() })
export type AccessKeys = Static<typeof AccessKeys>

/** Where an app is installed. */
export const Installation = Type.Object({
  store_id: Type.Integer(),
  store_name: Localized,
  /** What the owner has agreed to. */
  scopes: Type.Array(Type.String()),
  /** Whether the app has got its token, and when it last used it. */
  has_token: Type.Boolean(),
  last_used_at: Nullable(DateTime),
  /** The app there, or the whole store (contract 5.4). */
  is_suspended: Type.Boolean(),
  installed_at: DateTime,
  updated_at: DateTime,
})
export type Installation = Static<typeof Installation>

const Use = Type.Object({ calls: Type.Integer(), last_at: Nullable(DateTime) })

/** What an app has asked of the API within the last 30 days, over all stores. */
export const AppCalls = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), calls: Type.Integer(), errors: Type.Integer() })),
  endpoints: Type.Array(
    Type.Object({
      /** `GET /products/:id` */
      endpoint: Type.String(),
      calls: Type.Integer(),
      errors: Type.Integer(),
      last_at: DateTime,
    }),
  ),
  /** Registered, but opening nothing that was called. */
  unused_scopes: Type.Array(Type.String()),
  /**
   * Multi-inventory ready (specification 4.5): it tells the tracking code of each shipment, and not of the order.
   * `unknown` while it has told none.
   */
  multi_inventory: Type.Object({
    verdict: Type.Enum(['ready', 'not_ready', 'unknown']),
    /** `POST /orders/{id}/fulfillment-orders/{id}/fulfill` */
    shipment_form: Use,
    /** `POST /orders/{id}/fulfill` */
    order_form: Use,
  }),
})
export type AppCalls = Static<typeof AppCalls>

/** A call that was refused. */
export const AppError = Type.Object({
  id: Type.String(),
  store_id: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  /** The answer as the app got it, cut off after 500 characters. */
  answer: Type.String(),
  request_id: Type.String(),
  created_at: DateTime,
})
export type AppError = Static<typeof AppError>

const OneApp = Type.Object({ app_id: Id })

export const partnerApps = {
  list: panelEndpoint({
    method: 'GET',
    path: '/partner/apps',
    access: 'partner',
    summary: 'List the own apps',
    reply: Type.Array(PartnerApp),
  }),
  create: panelEndpoint({
    method: 'POST',
    path: '/partner/apps',
    access: 'partner',
    summary: 'Make an app',
    body: PartnerAppInput,
    status: 201,
    reply: PartnerApp,
    errors: { 422: 'A field is wrong, or the partner has too many apps' },
  }),
  get: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id',
    access: 'partner',
    summary: 'Read one app',
    params: OneApp,
    reply: PartnerApp,
  }),
  update: panelEndpoint({
    method: 'PUT',
    path: '/partner/apps/:app_id',
    access: 'partner',
    summary: 'Change an app; what is left out stays',
    params: OneApp,
    body: PartnerAppChange,
    reply: PartnerApp,
  }),
  keys: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/keys',
    access: 'partner',
    summary: 'Read the access keys of an app',
    params: OneApp,
    reply: AccessKeys,
  }),
  rotateKeys: panelEndpoint({
    method: 'POST',
    path: '/partner/apps/:app_id/keys',
    access: 'partner',
    summary: 'Give an app a new client secret; the old one ends at once',
    params: OneApp,
    body: NoBody,
    reply: AccessKeys,
  }),
  installations: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/installations',
    access: 'partner',
    summary: 'List where an app is installed, the latest first; `q` is in the name of the store, or its id',
    params: OneApp,
    query: Search,
    reply: Installation,
    list: true,
  }),
  calls: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/calls',
    access: 'partner',
    summary: 'Read what an app has asked of the API lately, and whether it is multi-inventory ready',
    params: OneApp,
    reply: AppCalls,
  }),
  errors: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/errors',
    access: 'partner',
    summary: 'List the last calls of an app that were refused, the latest first',
    params: OneApp,
    reply: Type.Array(AppError),
  }),
  demoStores: panelEndpoint({
    method: 'GET',
    path: '/partner/demo-stores',
    access: 'partner',
    summary: 'List the own stores in which apps can be tried',
    reply: Type.Array(MyStore),
  }),
  createDemoStore: panelEndpoint({
    method: 'POST',
    path: '/partner/demo-stores',
    access: 'partner',
    summary: 'Make a store with some products, in which apps can be tried',
    body: NewStore,
    status: 201,
    reply: MyStore,
    errors: { 422: 'A field is wrong, or the account has too many stores' },
  }),
}
