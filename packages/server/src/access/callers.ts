import { setTimeout as pause } from 'node:timers/promises'
import { impliedScopes, isScope, Nullable, type Scope } from '@bodega/api'
import { LRUCache } from 'lru-cache'
import Type, { type Static } from 'typebox'
import type { Stores } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { actorOf } from './actors.ts'
import { hashSecret, ownerOf } from './secrets.ts'
import { type StoreContext, StoreRow, storeColumns, storeOf } from './store.ts'
import { isSuspended } from './suspensions.ts'

/** A token and the store that it opens. */
export interface Caller {
  store: StoreContext
  rate_factor: number
  /** The store, or the app in it: 402 on every call (contract 5.4). */
  is_suspended: boolean
  app_id: number | null
  actor: string
  scopes: ReadonlySet<Scope>
  /** By `performance.now()`: from then on the database is to be asked again. */
  trustedUntil: number
}

const Row = Type.Object({
  ...StoreRow.properties,
  app_id: Nullable(Type.Integer()),
  scopes: Type.Array(Type.String()),
  rate_factor: Type.Integer(),
  actor: Type.String(),
  is_suspended: Type.Boolean(),
})

/**
 * A revocation on any process holds everywhere after this time, in milliseconds: a token is trusted for so long
 * after it was last seen in the database. No message has to arrive for that.
 */
export const trustedFor = 250

/**
 * Resolves when no process trusts a token any more that is gone by now. Whoever ends one says so only then: what is said
 * to be dead is dead, on every process (D29).
 */
export const outlived = (): Promise<void> => pause(trustedFor + 10)

export interface Callers {
  find(token: string): Promise<Caller | undefined>
}

export function createCallers(stores: Stores, clock: () => number = () => performance.now()): Callers {
  const known = new LRUCache<string, { caller: Promise<Caller | undefined>; until: number }>({ max: 10_000 })
  return {
    find(token) {
      const entry = known.get(token)
      if (entry && clock() < entry.until) return entry.caller
      const until = clock() + trustedFor
      const caller = load(stores, token, until)
      known.set(token, { caller, until })
      caller.then(
        found => found ?? known.delete(token),
        () => known.delete(token),
      )
      return caller
    },
  }
}

async function load(stores: Stores, token: string, until: number): Promise<Caller | undefined> {
  const store = ownerOf(token, ['bat', 'bst'])
  if (store === undefined) return undefined
  const row = await stores.of(store).maybe(
    Row,
    sql`
      select ${storeColumns}, t.app_id, t.scopes, s.rate_factor,
             ${actorOf(sql`t`)} as actor, ${isSuspended(sql`t.store_id`, actorOf(sql`t`))} as is_suspended
        from tokens t
        join stores s on s.id = t.store_id
       where t.store_id = ${store} and t.hash = ${hashSecret(token)}`,
  )
  return row && callerOf(row, until)
}

function callerOf(row: Static<typeof Row>, trustedUntil: number): Caller {
  return {
    store: storeOf(row),
    rate_factor: row.rate_factor,
    is_suspended: row.is_suspended,
    app_id: row.app_id,
    actor: row.actor,
    scopes: impliedScopes(row.scopes.filter(isScope)),
    trustedUntil,
  }
}
