import type { transactions } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { get, list } from './read.ts'
import { addEvent, create } from './transactions.ts'

export const transactionHandlers: Handlers<typeof transactions, Call> = {
  list: ({ db, store }, { params }) => list(db, store.id, params.order_id),
  get: ({ db, store }, { params }) => get(db, store.id, params.order_id, params.id),
  create: (call, { params, body }) => create(call, params.order_id, body),
  addEvent: (call, { params, body }) => addEvent(call, params.order_id, params.id, body),
}
