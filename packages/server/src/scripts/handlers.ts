import type { scripts } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { create, get, list, remove, update } from './scripts.ts'

export const scriptHandlers = (checkUrl: CheckUrl): Handlers<typeof scripts, Call> => ({
  list: (call, { query }) => list(call.db, call, query),
  get: (call, { params }) => get(call.db, call, params.id),
  create: (call, { body }) => create(call, body, checkUrl),
  update: (call, { params, body }) => update(call, params.id, body, checkUrl),
  delete: (call, { params }) => remove(call, params.id),
})
