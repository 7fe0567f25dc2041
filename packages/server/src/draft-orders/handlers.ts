import type { draftOrders } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { getOrder, viewOf } from '../orders/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { confirm, create, remove } from './draft-orders.ts'
import { flatShipping } from './order-input.ts'
import { get, list } from './read.ts'

/** What is answered, and something more: keys that are there already are said anew. */
const withMore = ({ json }: Rendered, more: object): Rendered =>
  new Rendered(JSON.stringify({ ...JSON.parse(json), ...more }))

export const draftOrderHandlers = (url: string): Handlers<typeof draftOrders, Call> => ({
  list: (call, { query }) => list(call.db, call, query),
  get: (call, { params }) => get(call.db, call, params.id),
  create: async (call, { body }) => {
    const { id, input } = await create(call, url, body)
    return withMore(await get(call.tx, call, id), flatShipping(input, call.store.country))
  },
  confirm: async (call, { params }) => {
    const input = await confirm(call, url, params.id)
    const order = await getOrder(call.tx, call.store.id, params.id, viewOf(call))
    return withMore(order, {
      ...flatShipping(input, call.store.country),
      abandoned_checkout_url: null,
      checkout_url: null,
    })
  },
  delete: async (call, { params }) => {
    await remove(call, params.id)
    return {}
  },
})
