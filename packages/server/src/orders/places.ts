import { unprocessable } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { keepLocations } from '../locations/index.ts'
import { ConflictError, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/**
 * Locations that gave nothing counted are held by no level, so their rows are held instead, until the transaction ends.
 * Where one went meanwhile, the transaction is tried again and all is decided anew. What is taken from a level keeps its
 * location.
 */
export async function keepPlaces(tx: Tx, store: number, locations: readonly string[]): Promise<void> {
  if (locations.length === 0) return
  const kept = await keepLocations(tx, store, locations)
  if (kept < locations.length) throw new ConflictError('a location was deleted while an order was placed there')
}

/** A location stays as long as open shipments leave from it (D43). */
export async function refuseOpenShipments({ tx, store }: Write, location: string): Promise<void> {
  const open = await tx.run(sql`
    select 1
      from fulfillment_orders f
      join orders o on o.store_id = f.store_id and o.id = f.order_id
     where f.store_id = ${store.id} and f.location_id = ${location} and f.status <> 'DELIVERED' and o.status <> 'cancelled'
     limit 1`)
  if (open > 0) throw unprocessable('A location with open fulfillment orders cannot be deleted')
}
