import type { QuoteInput, ShippingQuote, shippingQuotes, shippingTables } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { prepared } from '../platform/http/transactions.ts'
import { type KeptQuote, keepQuote, makeQuote } from './quotes.ts'
import { create, get, list, remove, update } from './tables.ts'

export const tableHandlers: Handlers<typeof shippingTables, Call> = {
  list: ({ db, store }, { query }) => list(db, store.id, query),
  create: (call, { body }) => create(call, body),
  get: ({ db, store }, { params }) => get(db, store.id, params.id),
  update: (call, { params, body }) => update(call, params.id, body),
  delete: (call, { params }) => remove(call, params.id),
}

export const quoteHandlers = (url: string): Handlers<typeof shippingQuotes, Call> => ({
  create: prepared<Call, { body: QuoteInput }, KeptQuote, ShippingQuote>(
    (call, { body }) => makeQuote(call.db, call, body, url),
    (call, kept) => keepQuote(call.tx, call, kept),
  ),
})
