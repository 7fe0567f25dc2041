import type { categories } from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { create, remove, update } from './categories.ts'
import { get, list } from './read.ts'

/** Features above this one that point to categories; `app.ts` hands them in. */
export interface CategoryHooks {
  leave(call: Write, id: number): Promise<void>
}

export const categoryHandlers = ({ leave }: CategoryHooks): Handlers<typeof categories, Call> => ({
  create: (call, { body }) => create(call, body),
  update: (call, { params, body }) => update(call, params.id, body),
  list: ({ db, store }, { query }) => list(db, store.id, query),
  get: ({ db, store }, { params }) => get(db, store.id, params.id),
  delete: async (call, { params }) => {
    await leave(call, params.id)
    return remove(call, params.id)
  },
})
