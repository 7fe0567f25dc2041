import type { deliveries, webhooks } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { get as getDelivery, list as listDeliveries } from './deliveries.ts'
import { replay, replayFailed } from './replay.ts'
import { create, get, list, remove, update } from './webhooks.ts'

export const webhookHandlers = (checkUrl: CheckUrl): Handlers<typeof webhooks, Call> => ({
  create: (call, { body }) => create(call, body, checkUrl),
  list: (call, { query }) => list(call.db, call, query),
  update: (call, { params, body }) => update(call, params.id, body, checkUrl),
  delete: (call, { params }) => remove(call, params.id),
  get: (call, { params }) => get(call.db, call, params.id),
})

export const deliveryHandlers: Handlers<typeof deliveries, Call> = {
  list: (call, { params, query }) => listDeliveries(call, params.webhook_id, query),
  get: (call, { params }) => getDelivery(call, params.webhook_id, params.id),
  replay: (call, { params }) => replay(call, params.webhook_id, params.id),
  replayFailed: (call, { params, body }) => replayFailed(call, params.webhook_id, body.since),
}
