import Type, { type Static } from 'typebox'
import { Id, MaybeOf, Name, Nullable } from '../common.ts'
import { countries } from '../countries.ts'
import { Store } from '../stores.ts'
import { panelEndpoint } from './panel-endpoint.ts'
import { Email, MyStore } from './sessions.ts'

const Language = Type.Enum(['en', 'es', 'pt'])

export const NewStore = Type.Object({
  name: Name(255),
  country: Type.Enum(Object.keys(countries)),
  /** Besides the language of the country. */
  languages: Type.Optional(Type.Array(Language, { maxItems: 3 })),
})

const Line = MaybeOf(Type.String({ maxLength: 500 }))
const Texts = Type.Record(Type.String({ pattern: '^(en|es|pt)$' }), Type.String({ maxLength: 2000 }), {
  additionalProperties: false,
})

/** What an owner may change of the store. How orders are split is a setting of the public API (`PATCH /store/settings`). */
export const StoreChange = Type.Object({
  name: Type.Optional(Texts),
  description: Type.Optional(Texts),
  email: Type.Optional(Email),
  contact_email: MaybeOf(Email),
  type: Line,
  logo: Line,
  facebook: Line,
  twitter: Line,
  google_plus: Line,
  instagram: Line,
  pinterest: Line,
  blog: Line,
  address: Line,
  phone: Line,
  whatsapp_phone_number: Line,
  business_id: Line,
  business_name: Line,
  business_address: Line,
  customer_accounts: Type.Optional(Type.Enum(['optional', 'mandatory'])),
  /** The active ones; the main language is always one of them. */
  languages: Type.Optional(Type.Array(Language, { minItems: 1, maxItems: 3 })),
  main_language: Type.Optional(Language),
  admin_language: Type.Optional(Language),
})
export type StoreChange = Static<typeof StoreChange>

const OneStore = Type.Object({ store_id: Id })

export const stores = {
  create: panelEndpoint({
    method: 'POST',
    path: '/stores',
    access: 'account',
    summary: 'Make a store, and own it',
    body: NewStore,
    status: 201,
    reply: MyStore,
    errors: { 403: 'Nobody can make a store here', 422: 'A field is wrong, or the account has too many stores' },
  }),
  update: panelEndpoint({
    method: 'PUT',
    path: '/stores/:store_id',
    access: 'owner',
    summary: 'Change the data of the store; what is left out stays',
    params: OneStore,
    body: StoreChange,
    reply: Store,
  }),
  plan: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/plan',
    access: 'member',
    summary: 'Read the plan of the store and the rate limit that comes with it',
    params: OneStore,
    reply: Type.Object({
      plan_name: Type.String(),
      /** Of each app in the store; null where the server has no limit. */
      rate_limit: Nullable(Type.Object({ burst: Type.Integer(), per_second: Type.Number() })),
    }),
  }),
}
