import type { FulfillmentOrder, Order, OrderInput, orders } from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { together } from '../platform/http/transactions.ts'
import { cancel, close, fulfill, open, pack, update } from './actions.ts'
import { placeOne } from './place.ts'
import { createPlacer } from './placer.ts'
import { preview } from './preview.ts'
import type { FindQuotes } from './quoted.ts'
import { get, list, viewOf } from './read.ts'

export function orderHandlers(db: Db, url: string, findQuotes: FindQuotes): Handlers<typeof orders, Call> {
  const placer = createPlacer(db, url, findQuotes)

  const show = (from: Queries, call: Call, id: number): Promise<Rendered> => get(from, call.store.id, id, viewOf(call))

  /** An action on an order answers with the whole order. */
  const acting =
    <I extends { params: { id: number } }>(action: (call: Write, id: number, input: I) => Promise<unknown>) =>
    async (call: Write, input: I): Promise<Rendered> => {
      await action(call, input.params.id, input)
      return show(call.tx, call, input.params.id)
    }

  async function whole(from: Queries, call: Call, id: number): Promise<Order> {
    const view = { ...viewOf(call, 'allocation'), scopes: new Set([]) }
    return JSON.parse((await get(from, call.store.id, id, view)).json)
  }

  return {
    list: (call, { query }) => list(call.db, call.store.id, query, viewOf(call, query.aggregates)),
    get: (call, { params, query }) => get(call.db, call.store.id, params.id, viewOf(call, query.aggregates)),
    create: together<Call, { body: OrderInput }, Rendered>(
      async (call, { body }) => show(call.tx, call, await placeOne(call, url, { input: body }, findQuotes)),
      async (call, { body }) => show(call.db, call, await placer.place(call, body)),
    ),
    update: acting((call, id, { body }) => update(call, id, body)),
    close: acting(close),
    open: acting(open),
    cancel: acting((call, id, { body }) => cancel(call, id, body)),
    pack: acting(pack),
    fulfill: acting((call, id, { body }) => fulfill(call, id, body)),
    values: async (call, { params }) => valuesOf(await whole(call.db, call, params.id)),
    subscriptions: async (call, { params }) => {
      await show(call.db, call, params.id)
      return { items: [] }
    },
    preview: (call, { body }) => preview(call.tx, call, body, url),
    allocation: async (call, { params }) => {
      const shipments = (await whole(call.db, call, params.id)).fulfillment_orders ?? []
      return {
        ...(shipments[0]?.allocation ?? { rule: '', considered: [] }),
        shipments: shipments.map(({ id, number, assigned_location, line_items }) => ({
          id,
          number,
          location_id: assigned_location.location_id,
          items: itemsOf(line_items),
        })),
      }
    },
  }
}

const itemsOf = (lines: FulfillmentOrder['line_items']) =>
  lines.map(({ variant, quantity }) => ({ variant_id: variant.variant_id, quantity }))

/** How the total came to be; it does not change after the order was placed. */
function valuesOf({ total, payment_status, status, paid_at, cancelled_at, created_at }: Order) {
  const isPaid = payment_status === 'paid'
  return [
    {
      status: isPaid ? ('PAID' as const) : status === 'cancelled' ? ('CANCELLED' as const) : ('PENDING' as const),
      total_delta: Number(total),
      total_paid_diff: isPaid ? Number(total) : 0,
      gateway_method: null,
      gateway_name: null,
      closed_at: isPaid ? paid_at : cancelled_at,
      happened_at: created_at,
    },
  ]
}
