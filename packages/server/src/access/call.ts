import { allScopes, type Scope, type Version } from '@bodega/api'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { StoreContext } from './store.ts'

/**
 * Who calls, on behalf of which store. Only `authorize` makes one for a request, so whoever has it was let in;
 * `operatorCall` is for what nobody asks over the API.
 */
export interface Call {
  store: StoreContext
  /** `app:12` or `token:34`: whose rate limit, idempotency keys and ledger entries these are. */
  actor: string
  app_id: number | null
  scopes: ReadonlySet<Scope>
  version: Version
  /** The whole second: what is stored is what is shown, so that filters by date agree with what a client has read. */
  now: Date
  world: World
}

/** A call that changes something, in its transaction. */
export type Write = Call & { tx: Tx }

/** What is stored is what is shown: the whole second. */
export const wholeSecond = (now: Date): Date => new Date(Math.floor(now.getTime() / 1000) * 1000)

/** What time it is by now. */
export const timeOf = ({ world }: Pick<Call, 'world'>): Date => wholeSecond(world.now())

/** The same call at another time: what is made up has a past. */
export const callAt = <C extends Call>(call: C, now: Date): C => ({
  ...call,
  now,
  world: { ...call.world, now: () => now },
})

/** Whoever may run commands on the data may do everything with it, and so does the server itself. */
export const operatorCall = (world: World, store: StoreContext): Call => ({
  store,
  actor: 'system',
  app_id: null,
  scopes: new Set(allScopes),
  version: 'v1',
  now: timeOf({ world }),
  world,
})
