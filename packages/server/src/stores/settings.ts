import { type FulfillmentStrategy, StoreSettings } from '@bodega/api'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export const settingsOf = (db: Queries, store: number): Promise<StoreSettings> =>
  db.one(StoreSettings, sql`select fulfillment_strategy from stores where id = ${store}`)

/** What is left out stays. Orders that are placed from now on follow; those that exist keep their shipments. */
export const changeSettings = (
  tx: Tx,
  store: number,
  { fulfillment_strategy }: Partial<StoreSettings>,
): Promise<StoreSettings> =>
  tx.one(
    StoreSettings,
    sql`
      update stores set fulfillment_strategy = coalesce(${fulfillment_strategy ?? null}, fulfillment_strategy)
       where id = ${store}
      returning fulfillment_strategy`,
  )

/** How the store splits orders over locations (D51). */
export const fulfillmentStrategy = async (db: Queries, store: number): Promise<FulfillmentStrategy> =>
  (await settingsOf(db, store)).fulfillment_strategy
