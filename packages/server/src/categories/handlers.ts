import type { categories } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { create, type Leave, remove, update } from './categories.ts'
import { get, list } from './read.ts'

/** What `app.ts` hands in. */
export interface CategoryHooks {
  leave: Leave
}

export const categoryHandlers = ({ leave }: CategoryHooks): Handlers<typeof categories, Call> => ({
  create: (call, { body }) => create(call, body),
  update: (call, { params, body }) => update(call, params.id, body),
  list: ({ db, store }, { query }) => list(db, store.id, query),
  get: ({ db, store }, { params }) => get(db, store.id, params.id),
  delete: (call, { params }) => remove(call, params.id, leave),
})
