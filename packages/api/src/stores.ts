import Type, { type Static } from 'typebox'
import { DateTime, Fields, Localized, MaybeText } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The tenant (specification 2.1), with every field that clients read. */
export const Store = Type.Object({
  id: Type.Integer(),
  name: Localized,
  description: Localized,
  type: MaybeText,
  email: Type.String(),
  contact_email: MaybeText,
  logo: MaybeText,
  facebook: MaybeText,
  twitter: MaybeText,
  google_plus: MaybeText,
  instagram: MaybeText,
  pinterest: MaybeText,
  blog: MaybeText,
  address: MaybeText,
  phone: MaybeText,
  whatsapp_phone_number: MaybeText,
  business_id: MaybeText,
  business_name: MaybeText,
  business_address: MaybeText,
  customer_accounts: Type.Enum(['optional', 'mandatory']),
  plan_name: Type.String(),
  country: Type.String(),
  languages: Type.Record(Type.String(), Type.Object({ currency: Type.String(), active: Type.Boolean() })),
  domains: Type.Array(Type.String()),
  original_domain: Type.String(),
  current_theme: Type.String(),
  main_language: Type.String(),
  main_currency: Type.String(),
  admin_language: Type.String(),
  features: Type.Array(Type.String()),
  url_with_protocol: Type.String(),
  created_at: DateTime,
})
export type Store = Static<typeof Store>

/** How orders are split over locations where no single one can serve them (D51). */
export const fulfillmentStrategies = ['priority', 'fewest_shipments'] as const
export type FulfillmentStrategy = (typeof fulfillmentStrategies)[number]

/** What a store decides about its own behaviour (extension). */
export const StoreSettings = Type.Object({
  fulfillment_strategy: Type.Enum([...fulfillmentStrategies]),
})
export type StoreSettings = Static<typeof StoreSettings>

export const stores = {
  get: endpoint({
    method: 'GET',
    path: '/store',
    scope: 'none',
    summary: 'Read the store of the token',
    query: Fields,
    reply: Store,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/store/settings',
    scope: 'read_locations',
    summary: 'Read the settings of the store',
    query: Fields,
    reply: StoreSettings,
  }),
  changeSettings: endpoint({
    method: 'PATCH',
    path: '/store/settings',
    scope: 'write_locations',
    summary: 'Change settings of the store: how its orders are split over locations',
    body: Type.Partial(StoreSettings),
    reply: StoreSettings,
  }),
}
