import { createHash } from 'node:crypto'
import { ApiError, invalid } from '@bodega/api'
import Type from 'typebox'
import { removeOver } from '../database/batches.ts'
import { type Check, ofStore } from '../database/check.ts'
import type { Db, Queries, Tx } from '../database/database.ts'
import { json, type Sql, sql } from '../database/sql.ts'

/** An answer as it goes out, and as it is kept for the next request with the same key. */
export interface Answer {
  status: number
  body: string
  /** Where it is not that of the body. */
  etag?: string
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

const Claimed = Type.Object({ actor: Type.String(), key: Type.String() })
const Kept = Type.Object({
  actor: Type.String(),
  key: Type.String(),
  fingerprint: Type.String(),
  status: Type.Integer(),
  body: Type.String(),
})

/** What became of a key: the answer that is kept, why it cannot be used, or nothing, and then it is the caller's. */
export type Claim = Answer | ApiError | undefined

/** Tells keys of one store apart. */
export const nameOf = ({ actor, key }: Pick<Key, 'actor' | 'key'>): string => JSON.stringify([actor, key])

const rowsOf = (keys: readonly Key[]): Sql =>
  sql`unnest(${keys.map(({ actor }) => actor)}::text[], ${keys.map(({ key }) => key)}::text[],
             ${keys.map(({ fingerprint }) => fingerprint)}::text[]) as k (actor, key, fingerprint)`

/**
 * The first request with a key claims it inside its own transaction. Others wait at the row until that one ends:
 * committed, they get its answer; rolled back, the next of them claims it. So there is no state "in progress" that
 * a crash could leave behind (D11). Keys of one store, each named once; taken in one order by everybody.
 */
export async function claimAll(tx: Tx, keys: readonly Key[], now: Date): Promise<Claim[]> {
  const [first] = keys
  if (!first) return []
  const claimed = await tx.many(
    Claimed,
    sql`
      insert into idempotency_keys (store_id, actor, key, fingerprint, created_at)
      select ${first.store}, k.actor, k.key, k.fingerprint, ${now} from ${rowsOf(keys)} order by k.actor, k.key
      on conflict (store_id, actor, key) do update
         set fingerprint = excluded.fingerprint, status = null, body = null, created_at = excluded.created_at
       where idempotency_keys.created_at <= ${new Date(now.getTime() - day)}
      returning actor, key`,
  )
  const own = new Set(claimed.map(nameOf))
  const others = keys.filter(key => !own.has(nameOf(key)))
  const kept = await keptAnswers(tx, others, now)
  return keys.map(key => kept.get(nameOf(key)))
}

export async function claim(tx: Tx, key: Key, now: Date): Promise<Answer | undefined> {
  const [claimed] = await claimAll(tx, [key], now)
  return usable(claimed)
}

/** What the first request with the key was answered within the last day, if there was one. */
export const keptAnswer = async (db: Queries, key: Key, now: Date): Promise<Answer | undefined> =>
  usable((await keptAnswers(db, [key], now)).get(nameOf(key)))

function usable(claim: Claim): Answer | undefined {
  if (claim instanceof ApiError) throw claim
  return claim
}

async function keptAnswers(db: Queries, keys: readonly Key[], now: Date): Promise<Map<string, Answer | ApiError>> {
  const [first] = keys
  if (!first) return new Map()
  const rows = await db.many(
    Kept,
    sql`select i.actor, i.key, i.fingerprint, i.status, i.body
          from idempotency_keys i
          join ${rowsOf(keys)} using (actor, key)
         where i.store_id = ${first.store} and i.created_at > ${new Date(now.getTime() - day)}`,
  )
  const fingerprints = new Map(keys.map(key => [nameOf(key), key.fingerprint]))
  return new Map(
    rows.map(({ status, body, ...row }) => [
      nameOf(row),
      row.fingerprint === fingerprints.get(nameOf(row)) ? { status, body } : usedOtherwise(),
    ]),
  )
}

const usedOtherwise = (): ApiError =>
  invalid({ 'Idempotency-Key': ['was used for another request within the last 24 hours'] })

/** Keeps the answers to keys that this transaction has claimed. Where one was refused, its key is free again. */
export function settleAll(tx: Tx, answers: readonly { key: Key; answer: Answer | undefined }[]): void {
  const [first] = answers
  if (!first) return
  const given = answers.flatMap(({ key: { actor, key }, answer }) => (answer ? [{ actor, key, ...answer }] : []))
  const refused = answers.flatMap(({ key, answer }) => (answer ? [] : [key]))
  if (given.length > 0)
    tx.send(sql`
      update idempotency_keys i set status = a.status, body = a.body
        from jsonb_to_recordset(${json(given)}) as a (actor text, key text, status integer, body text)
       where i.store_id = ${first.key.store} and i.actor = a.actor and i.key = a.key`)
  if (refused.length > 0)
    tx.send(sql`
      delete from idempotency_keys i using ${rowsOf(refused)}
       where i.store_id = ${first.key.store} and i.actor = k.actor and i.key = k.key`)
}

export const settle = (tx: Tx, key: Key, answer: Answer): void => settleAll(tx, [{ key, answer }])

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

/** Answers older than a day are of no use; they go a few at a time, so that nobody waits for it. */
export function forgetKeys(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const isOver = sql`created_at <= ${new Date(now.getTime() - day)}`
  return removeOver(db, { table: 'idempotency_keys', key: ['store_id', 'actor', 'key'], isOver }, signal)
}
