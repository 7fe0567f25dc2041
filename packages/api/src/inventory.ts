import Type, { type Static } from 'typebox'
import { DateTime, Id, Nullable, Paging, SinceId, Ulid } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One line of the stock ledger (D44): a level is the sum of its movements. */
export const StockMovement = Type.Object({
  id: Id,
  variant_id: Id,
  location_id: Ulid,
  delta: Type.Integer(),
  /** `null` is without limit; it counts as 0 in the sum. */
  level_after: Nullable(Type.Integer({ minimum: 0 })),
  cause: Type.Enum(['order', 'cancel', 'move', 'api', 'import']),
  actor: Type.String(),
  created_at: DateTime,
})
export type StockMovement = Static<typeof StockMovement>

export const MovementFilters = Type.Object({ ...Paging.properties, ...SinceId.properties })
export type MovementFilters = Static<typeof MovementFilters>

export const inventory = {
  ofVariant: endpoint({
    method: 'GET',
    path: '/variants/:id/stock-movements',
    scope: 'read_products',
    summary: 'List the stock movements of a variant, the oldest first',
    params: Type.Object({ id: Id }),
    query: MovementFilters,
    reply: StockMovement,
    list: true,
  }),
  atLocation: endpoint({
    method: 'GET',
    path: '/locations/:id/stock-movements',
    scope: 'read_locations',
    summary: 'List the stock movements at a location, the oldest first',
    params: Type.Object({ id: Type.String() }),
    query: MovementFilters,
    reply: StockMovement,
    list: true,
  }),
}
