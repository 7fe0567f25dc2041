import type { QuoteInput, shippingCarriers, shippingOptions, shippingQuotes, shippingTables } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { prepared, together } from '../platform/http/transactions.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import * as option from './carrier-options.ts'
import * as carrier from './carriers.ts'
import type { Market } from './market.ts'
import { keepQuote, makeQuote } from './quotes.ts'
import * as table from './tables.ts'

interface AllHandlers {
  shippingCarriers: Handlers<typeof shippingCarriers, Call>
  shippingOptions: Handlers<typeof shippingOptions, Call>
  shippingTables: Handlers<typeof shippingTables, Call>
  shippingQuotes: Handlers<typeof shippingQuotes, Call>
}

export const shippingHandlers = (market: Market, checkUrl: CheckUrl): AllHandlers => ({
  shippingCarriers: {
    list: (call, { query }) => carrier.list(call.db, call, query),
    create: (call, { body }) => carrier.create(call, body, checkUrl),
    get: (call, { params }) => carrier.get(call.db, call, params.id),
    update: (call, { params, body }) => carrier.update(call, params.id, body, checkUrl),
    delete: (call, { params }) => carrier.remove(call, params.id),
    offered: ({ db, store }, { query }) => carrier.offered(db, store.id, query),
  },
  shippingOptions: {
    list: (call, { params, query }) => option.list(call.db, call, params.carrier_id, query),
    create: (call, { params, body }) => option.create(call, params.carrier_id, body),
    get: (call, { params }) => option.get(call.db, call, params.carrier_id, params.id),
    update: (call, { params, body }) => option.update(call, params.carrier_id, params.id, body),
    delete: (call, { params }) => option.remove(call, params.carrier_id, params.id),
  },
  shippingTables: {
    list: ({ db, store }, { query }) => table.list(db, store.id, query),
    create: (call, { body }) => table.create(call, body),
    get: ({ db, store }, { params }) => table.get(db, store.id, params.id),
    update: (call, { params, body }) => table.update(call, params.id, body),
    delete: (call, { params }) => table.remove(call, params.id),
  },
  shippingQuotes: {
    create: together<Call, { body: QuoteInput }, Rendered>(
      prepared(
        (call, { body }) => makeQuote(call.db, call, body, market),
        (call, kept) => keepQuote(call.tx, call, kept),
      ),
      async (call, { body }) => keepQuote(call.db, call, await makeQuote(call.db, call, body, market)),
    ),
  },
})
