import Type, { type Static, type TSchema } from 'typebox'
import {
  Code,
  DateTime,
  Fields,
  Id,
  Maybe,
  MaybeBoolean,
  MaybeCode,
  MaybeOf,
  MaybeText,
  Nullable,
  OrderMoney,
  Text,
  Uuid,
} from './common.ts'
import { endpoint } from './endpoint.ts'

export const transactionStatuses = [
  'pending',
  'in_fraud_analysis',
  'needs_merchant_review',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
  'failed',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export const transactionEventTypes = [
  'sale',
  'authorization',
  'capture',
  'in_fraud_analysis',
  'needs_merchant_review',
  'void',
  'expiration',
  'refund',
] as const
export type TransactionEventType = (typeof transactionEventTypes)[number]

export const transactionEventStatuses = ['success', 'pending', 'failure', 'error'] as const
export type TransactionEventStatus = (typeof transactionEventStatuses)[number]

const EventType = Type.Enum([...transactionEventTypes])
const EventStatus = Type.Enum([...transactionEventStatuses])

/** Here money is an object, and its value a text of two decimals. */
export const TransactionMoney = Type.Object({ value: OrderMoney, currency: Type.String() })
export type TransactionMoney = Static<typeof TransactionMoney>

const MoneyInput = Type.Object({
  value: Type.Union([Type.String({ maxLength: 40 }), Type.Number()]),
  currency: Type.String({ pattern: '^[A-Za-z]{3}$' }),
})
export type TransactionMoneyInput = Static<typeof MoneyInput>

/** PostgreSQL does not write the years before the first in four digits. */
const Moment = Type.String({ maxLength: 40, format: 'instant', pattern: '^[12]' })

const ShortCode = Type.String({ ...Code, maxLength: 64 })
const Link = MaybeOf(Type.String({ maxLength: 2048, pattern: '^(https://\\S+)?$' }))

/** A card as people know it again. No field of digits is long enough for its number. */
const Card = Type.Object({
  brand: Maybe(),
  issuer: Maybe(),
  expiration_month: MaybeOf(Type.Integer({ minimum: 1, maximum: 12 })),
  expiration_year: MaybeOf(Type.Integer({ minimum: 0, maximum: 9999 })),
  first_digits: MaybeOf(Type.String({ ...Code, pattern: '^\\d{0,8}$' })),
  last_digits: MaybeOf(Type.String({ ...Code, pattern: '^\\d{0,4}$' })),
  masked_number: MaybeOf(Type.String({ maxLength: 255, pattern: '^(\\D*\\d){0,10}\\D*$' })),
  name: Maybe(),
})

/** What is known of a payment besides its money; the same as it is sent and as it is shown. */
function infoOf<M extends TSchema, T extends TSchema>(money: M, time: T) {
  const Charges = MaybeOf(
    Type.Array(Type.Object({ type: Text(), amount: money, description: Maybe(1000) }), { maxItems: 50 }),
  )
  return Type.Object({
    card: MaybeOf(Card),
    installments: MaybeOf(
      Type.Object({
        quantity: Type.Integer({ minimum: 1, maximum: 999 }),
        interest: MaybeOf(Type.Union([Text(), Type.Number()])),
      }),
    ),
    integration_type: Maybe(),
    external_id: MaybeCode,
    external_url: Link,
    /** Of a payment by QR code it may be the picture itself, in base64. */
    external_resource_url: Maybe(65_535),
    external_resource_code: Maybe(2048),
    external_resource_expires_at: MaybeOf(time),
    refund_url: Link,
    supports_partial_refund: MaybeBoolean,
    ip: Maybe(),
    consumer_charges: Charges,
    consumer_discounts: Charges,
    merchant_charges: Charges,
  })
}

export const TransactionInfoInput = infoOf(MoneyInput, Moment)
export type TransactionInfoInput = Static<typeof TransactionInfoInput>

export const TransactionInfo = infoOf(TransactionMoney, DateTime)
export type TransactionInfo = Static<typeof TransactionInfo>

export const TransactionEventInfo = Type.Object({
  message: Maybe(1000),
  fraud_score: MaybeOf(Type.Union([Text(), Type.Number()])),
  risk_level: Maybe(),
  accept_url: Link,
  cancel_url: Link,
})

export const TransactionEvent = Type.Object({
  id: Uuid,
  transaction_id: Uuid,
  type: EventType,
  status: EventStatus,
  amount: TransactionMoney,
  authorization_code: MaybeText,
  info: TransactionEventInfo,
  failure_code: MaybeText,
  happened_at: DateTime,
  expires_at: Nullable(DateTime),
  created_at: DateTime,
})
export type TransactionEvent = Static<typeof TransactionEvent>

const Sum = Nullable(TransactionMoney)

export const Transaction = Type.Object({
  id: Uuid,
  payment_provider_id: Type.String(),
  payment_method: Type.Object({ type: Type.String(), id: Type.String() }),
  info: Type.Object({ ...TransactionInfo.properties, authorization_code: MaybeText }),
  status: Type.Enum([...transactionStatuses]),
  events: Type.Array(TransactionEvent),
  captured_amount: Sum,
  refunded_amount: Sum,
  authorized_amount: Sum,
  voided_amount: Sum,
  discount_amount: Sum,
  failure_code: MaybeText,
  created_at: DateTime,
})
export type Transaction = Static<typeof Transaction>

export const TransactionEventInput = Type.Object({
  type: EventType,
  status: EventStatus,
  amount: MaybeOf(MoneyInput),
  authorization_code: MaybeOf(ShortCode),
  info: MaybeOf(TransactionEventInfo),
  failure_code: MaybeOf(ShortCode),
  happened_at: MaybeOf(Moment),
  expires_at: MaybeOf(Moment),
})
export type TransactionEventInput = Static<typeof TransactionEventInput>

export const TransactionInput = Type.Object({
  payment_provider_id: Type.String({ ...ShortCode, minLength: 1 }),
  payment_method: Type.Object({
    type: Type.String({ maxLength: 255, pattern: '^[a-z][a-z_]*$' }),
    id: MaybeCode,
  }),
  first_event: Type.Object({ ...TransactionEventInput.properties, amount: MoneyInput }),
  info: MaybeOf(TransactionInfoInput),
  discount_amount: MaybeOf(MoneyInput),
})
export type TransactionInput = Static<typeof TransactionInput>

const OfOrder = Type.Object({ order_id: Id })
const OneTransaction = Type.Object({ order_id: Id, id: Uuid })

const path = '/orders/:order_id/transactions'

export const transactions = {
  list: endpoint({
    method: 'GET',
    path,
    scope: 'read_payments',
    summary: 'List the transactions of an order, the oldest first',
    params: OfOrder,
    query: Fields,
    reply: Type.Array(Transaction),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    scope: 'read_payments',
    summary: 'Read one transaction of an order',
    params: OneTransaction,
    query: Fields,
    reply: Transaction,
  }),
  create: endpoint({
    method: 'POST',
    path,
    scope: 'write_payments',
    summary: 'Tell of a payment of an order, with what happened to it first',
    params: OfOrder,
    body: TransactionInput,
    status: 201,
    reply: Transaction,
    errors: { 422: 'A field is wrong, the event cannot be the first, or the order takes no payment any more' },
  }),
  addEvent: endpoint({
    method: 'POST',
    path: `${path}/:id/events`,
    scope: 'write_payments',
    summary: 'Tell what happened to a payment next',
    params: OneTransaction,
    body: TransactionEventInput,
    status: 201,
    reply: TransactionEvent,
    errors: {
      403: 'The scope is missing, or another app made the transaction',
      422: 'A field is wrong, or the event cannot follow what happened before',
    },
  }),
}
