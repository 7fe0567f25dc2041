import type { events } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { list } from './journal.ts'

export const eventHandlers: Handlers<typeof events, Call> = {
  list: (call, { query }) => list(call.db, call, query),
}
