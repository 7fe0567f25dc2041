/** The tenant. */
import Type from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export { changeStore, choosePlan, planOf, plans } from './change.ts'
export { checks } from './checks.ts'
export { storeContext } from './context.ts'
export { createStore, knownCountries, type NewStore } from './create.ts'
export { storeHandlers } from './handlers.ts'
export { lockStore } from './lock.ts'
export { changeSettings, fulfillmentStrategy } from './settings.ts'
export { get as getStore } from './stores.ts'

const Exists = Type.Object({ exists: Type.Boolean() })

export async function storeExists(db: Queries, id: number): Promise<boolean> {
  const { exists } = await db.one(Exists, sql`select exists (select 1 from stores where id = ${id})`)
  return exists
}
