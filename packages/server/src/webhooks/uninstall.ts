import { appActor, tokenActor } from '../access/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { sendNotice } from './notices.ts'
import { ring } from './ring.ts'

/** What webhooks must know of an app that leaves a store. */
export interface Leaving {
  id: number
  /** Where it wants to be told that the data of the store is to be erased. */
  store_redact_url: string | null
}

/**
 * An app leaves a store (D29): its webhooks go, after those that listen for it were put on the way to hear of it, with a
 * copy of their address, because when it is sent they are gone. The notice to erase the store's data follows. Whatever else
 * still waits for the webhooks is ended. To be called in the transaction that ends the app's token, as its last act.
 */
export async function removeApp(tx: Tx, now: Date, store: number, app: Leaving): Promise<void> {
  const actor = appActor(app.id)
  const payload = json({ id: app.id })
  await tx.run(sql`
    with entry as (
      insert into dispatch as d (store_id, last_entry, due_at) values (${store}, 1, '-infinity')
      on conflict (store_id) do update set last_entry = d.last_entry + 1, due_at = excluded.due_at
      returning last_entry as id
    ), removed as (
      delete from webhooks where store_id = ${store} and actor = ${actor} returning id, event, url, headers
    ), made as (
      insert into deliveries (store_id, webhook_id, actor, entry_id, event, payload, target, due_at, created_at)
      select ${store}, r.id, ${actor}, e.id, r.event, ${payload}, jsonb_build_object('url', r.url, 'headers', r.headers),
             '-infinity', ${now}
        from removed r, entry e
       where r.event = 'app/uninstalled'
      returning entry_id
    )
    insert into journal (store_id, id, event, payload, created_at, deliveries)
    select ${store}, id, 'app/uninstalled', ${payload}, ${now}, (select count(*) from made) from entry`)
  const url = app.store_redact_url
  if (url) await sendNotice(tx, now, store, { notice: 'store/redact', payload: {}, to: [{ app: app.id, url }] })
}

/** A token of the store admin is revoked: its webhooks go with it, and what waits for them is ended. */
export async function removeToken(tx: Tx, store: number, token: number): Promise<void> {
  await tx.run(sql`delete from webhooks where store_id = ${store} and actor = ${tokenActor(token)}`)
  await ring(tx, store)
}
