import type { draftOrders } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { getOrder, viewOf } from '../orders/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { confirm, create, remove } from './draft-orders.ts'
import { flatShipping } from './order-input.ts'
import { checkoutAt, get, list, withMore } from './read.ts'

export const draftOrderHandlers = (url: string): Handlers<typeof draftOrders, Call> => ({
  list: (call, { query }) => list(call.db, call, url, query),
  get: (call, { params }) => get(call.db, call, url, params.id),
  create: async (call, { body }) => {
    const { id, input } = await create(call, url, body)
    return withMore((await get(call.tx, call, url, id)).json, flatShipping(input, call.store.country))
  },
  confirm: async (call, { params }) => {
    const { store } = call
    const { token, input } = await confirm(call, url, params.id)
    const order = await getOrder(call.tx, store.id, params.id, viewOf(call, url))
    return withMore(order.json, {
      ...flatShipping(input, store.country),
      ...checkoutAt(url, store.id, { id: params.id, token }),
    })
  },
  delete: (call, { params }) => remove(call, params.id),
})
