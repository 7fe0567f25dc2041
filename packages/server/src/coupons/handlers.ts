import type { coupons } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { create, remove, update } from './coupons.ts'
import { get, list } from './read.ts'

export const couponHandlers: Handlers<typeof coupons, Call> = {
  list: ({ db, store }, { query }) => list(db, store.id, query),
  get: ({ db, store }, { params }) => get(db, store.id, params.id),
  create: (call, { body }) => create(call, body),
  update: (call, { params, body }) => update(call, params.id, body),
  delete: (call, { params }) => remove(call, params.id),
}
