import type { inventory } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { getLocation } from '../locations/index.ts'
import type { Handlers } from '../platform/http/implement.ts'
import { atLocation, ofVariant } from './movements.ts'

export const inventoryHandlers: Handlers<typeof inventory, Call> = {
  ofVariant: ({ db, store }, { params, query }) => ofVariant(db, store.id, params.id, query),
  atLocation: async ({ db, store }, { params, query }) => {
    const { id } = await getLocation(db, store.id, params.id)
    return atLocation(db, store.id, id, query)
  },
}
