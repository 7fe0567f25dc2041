import type { EventName } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { ring } from './ring.ts'
import { create } from './webhooks.ts'

/** A program on this machine that hears of what happens in a store for as long as it runs. */
export type Listener = Static<typeof Listener>
const Listener = Type.Object({ actor: Type.String(), url: Type.String() })

/** By this the webhooks of such programs are known from others. */
export const listenerPath = '/bodega-webhooks-listen'

/** Those of a store, also those that ended without a farewell. */
export const listeners = (db: Queries, store: number): Promise<Listener[]> =>
  db.many(
    Listener,
    sql`
      select distinct actor, url from webhooks
       where store_id = ${store} and url like ${`http://127.0.0.1:%${listenerPath}`}`,
  )

/** Registers one. Its address is on this machine, as the operator wants it. */
export async function addListener(call: Write, url: string, events: readonly EventName[]): Promise<void> {
  for (const event of events) await create(call, { event, url }, () => undefined)
}

/** What still waits for it is ended. */
export async function removeListener(tx: Tx, store: number, { actor, url }: Listener): Promise<void> {
  await tx.run(sql`delete from webhooks where store_id = ${store} and actor = ${actor} and url = ${url}`)
  await ring(tx, store)
}
