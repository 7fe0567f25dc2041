import type { Delivery } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { all, empty, type Sql, sql } from '../platform/database/sql.ts'
import { parseInstant } from '../platform/instant.ts'
import { get, having } from './deliveries.ts'
import { isGone, isHeld } from './obstacles.ts'
import { ring } from './ring.ts'
import { get as getWebhook } from './webhooks.ts'

/** Few enough for each statement to keep far from its time limit. */
const portion = 10_000

const Key = Type.Object({ webhook_id: Type.Integer(), id: Type.String() })

/**
 * Sends deliveries of a store again, with the same id and body and the whole schedule before them. Says how many. Those of a
 * webhook that was removed stay what they are: there is nobody to send them to. In portions, by ranges of their keys.
 */
async function sendAgain(tx: Tx, store: number, which: Sql): Promise<number> {
  let count = 0
  for (let rest = which; ; ) {
    const last = await tx.maybe(
      Key,
      sql`
        select webhook_id, id from deliveries
         where store_id = ${store} and ${rest}
         order by webhook_id, id limit 1 offset ${portion - 1}`,
    )
    const key = last && sql`(${last.webhook_id}::bigint, ${last.id}::uuid)`
    count += await tx.run(sql`
      update deliveries d
         set status = 'pending', tries = 0,
             due_at = case when ${isHeld(sql`d`)} then 'infinity' else '-infinity' end::timestamptz
       where store_id = ${store} and ${rest} ${key ? sql`and (webhook_id, id) <= ${key}` : empty}
         and not ${isGone(sql`d`)}`)
    if (!key) break
    rest = sql`${which} and (webhook_id, id) > ${key}`
  }
  if (count > 0) await ring(tx, store)
  return count
}

export async function replay(call: Write, webhook: number, id: string): Promise<Delivery> {
  const reading = { ...call, db: call.tx }
  await getWebhook(call.tx, call, webhook)
  await sendAgain(call.tx, call.store.id, sql`webhook_id = ${webhook} and id = ${id}`)
  return get(reading, webhook, id)
}

const madeSince = (since: Date | undefined): Sql[] => (since ? [sql`created_at >= ${since}`] : [])

export async function replayFailed(call: Write, webhook: number, since?: string): Promise<{ replayed: number }> {
  await getWebhook(call.tx, call, webhook)
  const which = [
    sql`webhook_id = ${webhook}`,
    having.failed,
    ...madeSince(since === undefined ? undefined : parseInstant(since)),
  ]
  return { replayed: await sendAgain(call.tx, call.store.id, all(which)) }
}

/** Which deliveries of a store are to be sent again: one, or all that fit. */
export type Chosen = { delivery: string } | { isFailed: boolean; since?: Date | undefined }

/** What is still to be sent at its own time is not due because somebody asks: a notice about personal data waits. */
const isNoPlan = sql`(webhook_id <> 0 or due_at is null)`

const whichOf = (chosen: Chosen): Sql =>
  'delivery' in chosen
    ? sql`id = ${chosen.delivery}`
    : all([isNoPlan, ...(chosen.isFailed ? [having.failed] : []), ...madeSince(chosen.since)])

/** For whoever runs the service: whatever webhook they are of. Says how many. */
export const replayChosen = (tx: Tx, store: number, chosen: Chosen): Promise<number> =>
  sendAgain(tx, store, whichOf(chosen))
