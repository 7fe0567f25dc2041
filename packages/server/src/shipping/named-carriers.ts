import Type from 'typebox'
import { appOf } from '../access/index.ts'
import { type FindCarriers, type NamedCarrier, tableCarrier } from '../orders/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { carrierOptions } from './carriers.ts'
import { tableCode } from './offers.ts'
import { tableNames } from './tables.ts'

const Named = Type.Object({
  id: Type.String(),
  name: Type.String(),
  actor: Type.String(),
  options: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), allow_free_shipping: Type.Boolean() })),
})

async function ofApps(db: Queries, store: number, ids: readonly string[]): Promise<[string, NamedCarrier][]> {
  const numbers = ids.filter(id => /^\d{1,15}$/.test(id))
  if (numbers.length === 0) return []
  const rows = await db.many(
    Named,
    sql`select c.id::text as id, c.name, c.actor, ${carrierOptions} as options
          from shipping_carriers c where c.store_id = ${store} and c.id = any(${numbers}::bigint[])`,
  )
  return rows.map(({ id, actor, ...carrier }) => [id, { ...carrier, code: 'api', app_id: appOf(actor) }])
}

async function ofTables(db: Queries, store: number): Promise<NamedCarrier> {
  const tables = await tableNames(db, store)
  return { ...tableCarrier, options: tables.map(table => ({ ...table, code: tableCode(table) })) }
}

/** The carriers that shipments name: those of apps by their ids, and the tables of the store. */
export const namedCarriers: FindCarriers = async (db, store, ids) => {
  const found = new Map(await ofApps(db, store, ids))
  if (ids.includes(tableCarrier.carrier_id)) found.set(tableCarrier.carrier_id, await ofTables(db, store))
  return found
}
