import { createHash } from 'node:crypto'
import { MaybeText } from '@bodega/api'
import Type from 'typebox'
import { hashSecret, newSecret } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

/** What an owner has agreed to, until the app comes for its token. */
export interface Grant {
  store: number
  app: number
  scopes: readonly string[]
  /** PKCE: what the verifier must hash to; null where the app did not ask for it. */
  code_challenge: string | null
}

const fiveMinutes = 300_000

export async function issueCode(tx: Tx, world: World, grant: Grant): Promise<string> {
  const code = newSecret(world, 'bac', grant.store)
  const expires_at = new Date(world.now().getTime() + fiveMinutes)
  await tx.run(sql`
    insert into authorization_codes (store_id, hash, app_id, scopes, code_challenge, expires_at)
    values (${grant.store}, ${hashSecret(code)}, ${grant.app}, ${json(grant.scopes)}, ${grant.code_challenge},
            ${expires_at})`)
  return code
}

const Code = Type.Object({
  scopes: Type.Array(Type.String()),
  code_challenge: MaybeText,
  is_expired: Type.Boolean(),
})

export const findCode = (tx: Tx, now: Date, { store, app, hash }: { store: number; app: number; hash: string }) =>
  tx.maybe(
    Code,
    sql`
      select scopes, code_challenge, expires_at <= ${now} as is_expired
        from authorization_codes
       where store_id = ${store} and hash = ${hash} and app_id = ${app}`,
  )

/** Whether it was still there to be used. */
export async function useUp(tx: Tx, store: number, hash: string): Promise<boolean> {
  return (await tx.run(sql`delete from authorization_codes where store_id = ${store} and hash = ${hash}`)) > 0
}

const Whose = Type.Object({ app_id: Type.Integer() })

/** The app that a code is for, as long as it can be used. */
export async function appOfCode(db: Queries, now: Date, store: number, code: string): Promise<number | undefined> {
  const row = await db.maybe(
    Whose,
    sql`
      select app_id from authorization_codes
       where store_id = ${store} and hash = ${hashSecret(code)} and expires_at > ${now}`,
  )
  return row?.app_id
}

export function sweepCodes(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const old = { table: 'authorization_codes', key: ['store_id', 'hash'], isOver: sql`expires_at <= ${now}` }
  return removeOver(db, old, signal)
}

/**
 * PKCE, offered and then enforced (RFC 7636, RFC 9700 2.1.1): a code that was asked for with a challenge needs its
 * verifier, and one without takes none, so that nobody can talk the server out of it.
 */
export function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (verifier === undefined) return challenge === null
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
