import type { fulfillmentOrders, fulfillments, trackingEvents } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { fulfill, get, list, remove, update } from './fulfillment-orders.ts'
import * as legacy from './fulfillments.ts'
import * as events from './tracking-events.ts'

export const fulfillmentOrderHandlers: Handlers<typeof fulfillmentOrders, Call> = {
  fulfill: (call, { params, body }) => fulfill(call, params.order_id, params.id, body),
  list: ({ db, store }, { params, query }) => list(db, store.id, params.order_id, query.aggregates),
  get: ({ db, store }, { params }) => get(db, store.id, params.order_id, params.id),
  update: (call, { params, body }) => update(call, params.order_id, params.id, body),
  delete: (call, { params }) => remove(call, params.order_id, params.id),
}

export const trackingEventHandlers: Handlers<typeof trackingEvents, Call> = {
  list: ({ db, store }, { params }) => events.list(db, store.id, params.order_id, params.fulfillment_order_id),
  get: ({ db, store }, { params }) => events.get(db, store.id, params.order_id, params.fulfillment_order_id, params.id),
  create: (call, { params, body }) => events.create(call, params.order_id, params.fulfillment_order_id, body),
  update: (call, { params, body }) =>
    events.update(call, params.order_id, params.fulfillment_order_id, params.id, body),
  delete: (call, { params }) => events.remove(call, params.order_id, params.fulfillment_order_id, params.id),
}

export const fulfillmentHandlers: Handlers<typeof fulfillments, Call> = {
  list: ({ db, store }, { params }) => legacy.list(db, store.id, params.order_id),
  get: ({ db, store }, { params }) => legacy.get(db, store.id, params.order_id, params.id),
  create: (call, { params, body }) => legacy.create(call, params.order_id, body),
  delete: (call, { params }) => legacy.remove(call, params.order_id, params.id),
}
