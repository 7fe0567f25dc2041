import Type, { type Static } from 'typebox'
import { DateTime, Fields, Localized, Nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

const MaybeText = Nullable(Type.String())

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

export const stores = {
  get: endpoint({
    method: 'GET',
    path: '/store',
    scope: 'none',
    summary: 'Read the store of the token',
    query: Fields,
    reply: Store,
  }),
}
