import Type, { type Static } from 'typebox'
import {
  addressInput,
  Dates,
  DateTime,
  Extra,
  each,
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  MaybeText,
  maxFullName,
  Nullable,
  OrderMoney,
  Paging,
  SinceId,
  Sought,
  SoughtId,
  Text,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** The lines that every address shows. */
export const addressLines = {
  name: MaybeText,
  address: MaybeText,
  number: MaybeText,
  floor: MaybeText,
  locality: MaybeText,
  zipcode: MaybeText,
  city: MaybeText,
  province: MaybeText,
  country: MaybeText,
  phone: MaybeText,
}

export const CustomerAddress = Type.Object({
  id: Id,
  ...addressLines,
  default: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type CustomerAddress = Static<typeof CustomerAddress>

/** Whom and where to bill, of a customer and of an order. */
export const billingLines = [
  'billing_name',
  'billing_phone',
  'billing_address',
  'billing_number',
  'billing_floor',
  'billing_locality',
  'billing_zipcode',
  'billing_city',
  'billing_province',
  'billing_country',
] as const

/** Texts about a customer that are kept as they are given. */
export const profileFields = [
  ...billingLines,
  'customer_type',
  'business_name',
  'trade_name',
  'state_registration',
  'fiscal_regime',
  'invoice_use',
  'document_type',
  'business_activity',
] as const

export const CustomerProfile = Type.Object(each(profileFields, MaybeText))
export type CustomerProfile = Static<typeof CustomerProfile>

/** What follows from all orders of a customer; an order shows its customer without it. */
const Spending = Type.Object({
  total_spent: OrderMoney,
  total_spent_currency: Type.String(),
  last_order_id: Nullable(Id),
})

export const OrderCustomer = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: MaybeText,
  identification: MaybeText,
  note: MaybeText,
  default_address: Nullable(CustomerAddress),
  addresses: Type.Array(CustomerAddress),
  ...CustomerProfile.properties,
  extra: Type.Record(Type.String(), Type.Unknown()),
  active: Type.Boolean(),
  first_interaction: Nullable(DateTime),
  accepts_marketing: Type.Boolean(),
  accepts_marketing_updated_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})
export type OrderCustomer = Static<typeof OrderCustomer>

export const Customer = Type.Object({ ...OrderCustomer.properties, ...Spending.properties })
export type Customer = Static<typeof Customer>

export const CustomerAddressInput = Type.Object({
  id: MaybeOf(SoughtId),
  name: Maybe(maxFullName),
  ...addressInput,
  country: Maybe(),
  phone: MaybeCode,
  default: MaybeBoolean,
})
export type CustomerAddressInput = Static<typeof CustomerAddressInput>

const emailPattern = '^[^\\s@]+@[^\\s@]+$'
const email = { minLength: 1, maxLength: 255 }

export const isEmail = (text: string): boolean => new RegExp(emailPattern).test(text)

export const CustomerInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: maxFullName }),
  email: Type.String({ ...email, pattern: emailPattern }),
  phone: MaybeCode,
  identification: MaybeCode,
  note: Maybe(5000),
  addresses: MaybeOf(Type.Array(CustomerAddressInput, { maxItems: 100 })),
  ...each(profileFields, MaybeCode),
  extra: MaybeOf(Extra),
  send_email_invite: MaybeBoolean,
  password: Maybe(1000),
})
export type CustomerInput = Static<typeof CustomerInput>

/** Orders bring customers whose e-mail is none: sent back as it is, it passes. Another one is held against `isEmail`. */
export const CustomerChange = Type.Partial(Type.Object({ ...CustomerInput.properties, email: Type.String(email) }))
export type CustomerChange = Static<typeof CustomerChange>

export const CustomerFilters = Type.Object({
  ...Paging.properties,
  ...Dates.properties,
  ...SinceId.properties,
  q: Type.Optional(Text()),
  email: Sought(),
})
export type CustomerFilters = Static<typeof CustomerFilters>

const OneCustomer = Type.Object({ id: Id })

export const customers = {
  list: endpoint({
    method: 'GET',
    path: '/customers',
    scope: 'read_customers',
    summary: 'List the customers',
    query: CustomerFilters,
    reply: Customer,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/customers/:id',
    scope: 'read_customers',
    summary: 'Read one customer',
    params: OneCustomer,
    query: Fields,
    reply: Customer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/customers',
    scope: 'write_customers',
    summary: 'Create a customer',
    body: CustomerInput,
    status: 201,
    reply: Customer,
    errors: { 422: 'A field is wrong, or another customer has the e-mail' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/customers/:id',
    scope: 'write_customers',
    summary: 'Update a customer',
    params: OneCustomer,
    body: CustomerChange,
    reply: Customer,
    errors: { 422: 'A field is wrong, or another customer has the e-mail' },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/customers/:id',
    scope: 'write_customers',
    summary: 'Delete a customer who has no orders',
    params: OneCustomer,
    reply: Type.Object({}),
    errors: { 422: 'The customer has orders' },
  }),
}
