import type { EventName, EventPayloads } from '@bodega/api'
import type { Tx } from '../platform/database/database.ts'
import { empty, json, type Sql, sql } from '../platform/database/sql.ts'

/** Records that something happened. The row commits with the change that it reports, or not at all. */
export function emit<E extends EventName>(
  tx: Tx,
  store: number,
  now: Date,
  event: E,
  ...payloads: EventPayloads[E][]
): void {
  if (payloads.length === 0) return
  tx.send(sql`
    insert into events (store_id, event, payload, created_at)
    select ${store}, ${event}, payload, ${now} from jsonb_array_elements(${json(payloads)}) payload`)
}

/** An event of any name, with its own payload. */
export type AnyEvent = { [E in EventName]: { event: E; payload: EventPayloads[E] } }[EventName]

/** Several events as the last part of a larger statement; before them those that only this statement knows, as rows. */
export const emitting = (store: number, now: Date, events: readonly AnyEvent[], before?: Sql): Sql => sql`
  insert into events (store_id, event, payload, created_at)
  select ${store}, t.event, t.payload, ${now}
    from (${before ? sql`${before} union all` : empty}
          select event, payload from jsonb_to_recordset(${json(events)}) as e (event text, payload jsonb)) t`
