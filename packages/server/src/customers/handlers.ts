import type { customers, Input } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { held } from '../platform/http/transactions.ts'
import { create, hold, type Refuse, remove, update } from './customers.ts'
import { get, list, type Reader, type SpentBy } from './read.ts'

/** What orders know of customers; `app.ts` hands it in. */
export interface CustomerHooks {
  spentBy: SpentBy
  refuseOrders: Refuse
}

export function customerHandlers({ spentBy, refuseOrders }: CustomerHooks): Handlers<typeof customers, Call> {
  const reader = (db: Queries, { store }: Call): Reader => ({ db, store, spentBy })
  return {
    list: (call, { query }) => list(reader(call.db, call), query),
    get: (call, { params }) => get(reader(call.db, call), params.id),
    create: async (call, { body }) => get(reader(call.tx, call), await create(call, body)),
    update: async (call, { params, body }) => {
      await update(call, params.id, body)
      return get(reader(call.tx, call), params.id)
    },
    delete: held<Call, Input<typeof customers.delete>, object>(
      (call, { params }) => hold(call, params.id),
      (call, { params }) => remove(call, params.id, refuseOrders),
    ),
  }
}
