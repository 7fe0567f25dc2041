/** Locations as those see them who keep stock there and ship from there. */
import { Location } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Order } from './order.ts'

const Id = Type.Object({ id: Type.String() })

/** The locations by priority, for those who put stock there. */
export async function locationIds(db: Queries, store: number): Promise<Order> {
  const rows = await db.many(Id, sql`select id from locations where store_id = ${store} order by priority`)
  return rows.map(({ id }) => id)
}

/** The first of them inside a query: where nothing else is said, stock is there. */
export const firstLocation = (store: number): Sql =>
  sql`select id from locations where store_id = ${store} order by priority limit 1`

/** Keeps locations from being deleted until the transaction ends, and says how many of them there are. */
export const keepLocations = (tx: Tx, store: number, ids: readonly string[]): Promise<number> =>
  tx.run(sql`select 1 from locations where store_id = ${store} and id = any(${ids}) order by id for key share`)

const Place = Type.Pick(Location, ['id', 'name', 'address', 'allows_pickup'])

/** What an order must know of a location that it leaves from. */
export type Place = Static<typeof Place>

/** The locations by priority with what a shipment says of them. */
export const placesByPriority = (db: Queries, store: number): Promise<Place[]> =>
  db.many(
    Place,
    sql`select id, name, address, allows_pickup from locations where store_id = ${store} order by priority`,
  )
