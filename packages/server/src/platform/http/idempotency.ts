import { createHash } from 'node:crypto'
import { invalid } from '@bodega/api'
import Type from 'typebox'
import { type Check, ofStore } from '../database/check.ts'
import type { Db, Queries, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** An answer as it goes out, and as it is kept for the next request with the same key. */
export interface Answer {
  status: number
  body: string
}

export interface Key {
  store: number
  actor: string
  key: string
  /** Of method, path and body: the same key with another request is a mistake of the caller. */
  fingerprint: string
}

const day = 24 * 60 * 60 * 1000

export const fingerprintOf = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('base64url')

const Claimed = Type.Object({ key: Type.String() })
const Kept = Type.Object({ fingerprint: Type.String(), status: Type.Integer(), body: Type.String() })

/**
 * The first request with a key claims it inside its own transaction. Others wait at the row until that one ends:
 * committed, they get its answer; rolled back, the next of them claims it. So there is no state "in progress" that
 * a crash could leave behind (D11).
 */
export async function claim(tx: Tx, key: Key, now: Date): Promise<Answer | undefined> {
  const claimed = await tx.maybe(
    Claimed,
    sql`
      insert into idempotency_keys (store_id, actor, key, fingerprint, created_at)
      values (${key.store}, ${key.actor}, ${key.key}, ${key.fingerprint}, ${now})
      on conflict (store_id, actor, key) do update
         set fingerprint = excluded.fingerprint, status = null, body = null, created_at = excluded.created_at
       where idempotency_keys.created_at <= ${new Date(now.getTime() - day)}
      returning key`,
  )
  return claimed ? undefined : keptAnswer(tx, key, now)
}

/** What the first request with the key was answered within the last day, if there was one. */
export async function keptAnswer(db: Queries, key: Key, now: Date): Promise<Answer | undefined> {
  const kept = await db.maybe(
    Kept,
    sql`select fingerprint, status, body from idempotency_keys
         where store_id = ${key.store} and actor = ${key.actor} and key = ${key.key}
           and created_at > ${new Date(now.getTime() - day)}`,
  )
  if (kept && kept.fingerprint !== key.fingerprint) {
    throw invalid({ 'Idempotency-Key': ['was used for another request within the last 24 hours'] })
  }
  return kept
}

export function settle(tx: Tx, key: Key, answer: Answer): void {
  tx.send(sql`
    update idempotency_keys set status = ${answer.status}, body = ${answer.body}
     where store_id = ${key.store} and actor = ${key.actor} and key = ${key.key}`)
}

export const idempotencyChecks: Check[] = [
  {
    name: 'requests/keys-have-answers',
    sentence: 'Every Idempotency-Key was stored together with its answer',
    query: store => sql`
      select store_id, actor, key
        from idempotency_keys
       where ${ofStore('store_id', store)} and (status is null or body is null)
       order by store_id, actor, key`,
  },
]

const portion = 1000

/** Answers older than a day are of no use; they go in small portions, so that nobody waits for it. */
export async function forgetKeys(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - day)
  for (let gone = portion; gone === portion; ) {
    gone = await db.run(sql`
      delete from idempotency_keys k
       using (select store_id, actor, key from idempotency_keys where created_at <= ${before} limit ${portion}) old
       where k.store_id = old.store_id and k.actor = old.actor and k.key = old.key and k.created_at <= ${before}`)
  }
}
