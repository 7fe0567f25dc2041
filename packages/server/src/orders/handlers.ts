import type { FulfillmentOrder, Order, OrderEdit, OrderInput, orders } from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import { isTransaction, type Queries, type Stores } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { gathered, prepared } from '../platform/http/transactions.ts'
import { cancel, close, fulfill, open, pack, update } from './actions.ts'
import { editionsOf, movesOf } from './editions.ts'
import { type History, shownEditions, valuesOf } from './history.ts'
import type { Lookups } from './place.ts'
import { createPlacer } from './placer.ts'
import { preview } from './preview.ts'
import { createReading, get, list, viewOf } from './read.ts'
import type { Requote, Requoted } from './requote.ts'
import { requoteEdit, revise } from './revise.ts'

/** What shipping knows; `app.ts` hands it in, because shipping stands above orders. */
export interface OrderHooks extends Lookups {
  requote: Requote
}

type Read = Call & { db: Queries }

interface Edit {
  params: { id: number }
  body: OrderEdit
}

export function orderHandlers(
  stores: Stores,
  url: string,
  { requote, ...lookups }: OrderHooks,
): Handlers<typeof orders, Call> {
  const placer = createPlacer(url, lookups)
  const read = createReading()

  const show = (from: Queries, call: Call, id: number): Promise<Rendered> =>
    get(from, call.store.id, id, viewOf(call, url))

  /** An action on an order answers with the whole order. */
  const acting =
    <I extends { params: { id: number } }>(action: (call: Write, id: number, input: I) => Promise<unknown>) =>
    async (call: Write, input: I): Promise<Rendered> => {
      await action(call, input.params.id, input)
      return show(call.tx, call, input.params.id)
    }

  async function whole(from: Queries, call: Call, id: number): Promise<Order> {
    const view = { ...viewOf(call, url, 'allocation'), scopes: new Set([]) }
    return JSON.parse((await get(from, call.store.id, id, view)).json)
  }

  /** In one snapshot: of an edit or a payment that comes meanwhile all is seen, or nothing. */
  async function history<T>(call: Read, id: number, tell: (history: History) => T): Promise<T> {
    const { store, db } = call
    const [order, editions, moves] = await stores
      .of(store.id, db.largest)
      .tx(tx => Promise.all([whole(tx, call, id), editionsOf(tx, store.id, id), movesOf(tx, store.id, id)]), {
        isolation: 'repeatable read',
      })
    return tell({ order, editions, moves })
  }

  return {
    list: (call, { query }) =>
      list(call.db, call.store.id, query, { ...viewOf(call, url, query.aggregates), isList: true }),
    // What If-Match is held against is read in the transaction, and by itself.
    get: (call, { params, query }) => {
      const { db, store } = call
      const view = viewOf(call, url, query.aggregates)
      return isTransaction(db) ? get(db, store.id, params.id, view) : read({ db, store: store.id, view }, params.id)
    },
    create: gathered<Call, { body: OrderInput }, Rendered>((call, { body }) => placer.place(call, body)),
    update: acting((call, id, { body }) => update(call, id, body)),
    close: acting(close),
    open: acting(open),
    cancel: acting((call, id, { body }) => cancel(call, id, body)),
    pack: acting(pack),
    fulfill: acting((call, id, { body }) => fulfill(call, id, body)),
    edit: prepared<Call, Edit, Edit & { quoted: Requoted | undefined }, Rendered>(
      async (call, { params, body }) => ({
        params,
        body,
        quoted: await requoteEdit(call.db, call, url, params.id, body, requote),
      }),
      async (call, { params, body, quoted }) => {
        const { refund } = await revise(call, url, params.id, body, quoted)
        const { json } = await show(call.tx, call, params.id)
        return new Rendered(`${json.slice(0, -1)},"auto_partial_refund_status":"${refund}"}`)
      },
    ),
    values: (call, { params }) => history(call, params.id, valuesOf),
    editions: (call, { params }) => history(call, params.id, shownEditions),
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
