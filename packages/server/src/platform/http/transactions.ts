/** How a write stands to its transaction, where it does not simply run inside one. */
import { ApiError, refused } from '@bodega/api'
import type { Db, Tx } from '../database/database.ts'
import type { Key } from './idempotency.ts'

export const keeping = Symbol('keeping')
export const joined = Symbol('joined')
export const fitting = Symbol('fitting')
export const preparing = Symbol('preparing')
export const holding = Symbol('holding')

/**
 * A write that may share a transaction with others of its kind, where its input is such. The second form opens one of
 * its own and answers after the commit; a request that hangs on more than its input takes the first: an
 * Idempotency-Key, whose answer is kept with the change, or If-Match.
 */
export function together<C, I, R>(
  alone: (call: C & { tx: Tx }, input: I) => Promise<R>,
  shared: (call: C & { db: Db }, input: I) => Promise<R>,
  fits: (input: I) => boolean = () => true,
): typeof alone {
  return Object.assign(alone, { [joined]: shared, [fitting]: fits })
}

/**
 * A write that opens its transactions itself: because something slow comes before them, or because something must stay
 * although the request is refused. There is none in which If-Match could hold.
 */
export const apart = <C, I, R>(own: (call: C & { db: Db }, input: I) => Promise<R>) =>
  together<C, I, R>(async () => {
    throw refused(412, 'This request takes no If-Match')
  }, own)

/**
 * A write that shares its transactions with others of its kind also where a key came with it: it keeps the answer with
 * the change itself, and gives back a `Replayed` where there is one already.
 */
export const gathered = <C, I, R>(own: (call: C & { db: Db; key: Key | undefined }, input: I) => Promise<R>) =>
  Object.assign(apart(own as (call: C & { db: Db }, input: I) => Promise<R>), { [keeping]: true })

/** A write that must ask others first: what takes their time happens before the transaction is opened. */
export function prepared<C, I, P, R>(
  prepare: (call: C & { db: Db }, input: I) => Promise<P>,
  write: (call: C & { tx: Tx }, prepared: P) => Promise<R>,
): (call: C & { tx: Tx }, input: I) => Promise<R> {
  // It is never called with the input: whoever sees the mark calls `prepare`, and then this with what that gave.
  return Object.assign(write as never, { [preparing]: prepare })
}

/**
 * A removal that first waits for all who are at what it removes. With If-Match it would look around in a state that is
 * older than the wait, and miss what came to hang on it meanwhile: so it holds it, and compares then.
 */
export const held = <C, I, R>(
  hold: (call: C & { tx: Tx }, input: I) => Promise<unknown>,
  remove: (call: C & { tx: Tx }, input: I) => Promise<R>,
): typeof remove => Object.assign(remove, { [holding]: hold })

/** A refusal that has more to say when its transaction is undone: what takes others' time, or is written itself. */
export class LateRefusal extends ApiError {
  readonly complete: (db: Db) => Promise<ApiError>

  constructor({ status, body }: ApiError, complete: (db: Db) => Promise<ApiError>) {
    super(status, body)
    this.complete = complete
  }
}
