import { latest } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Outcomes } from '../database/gathering.ts'
import { claimAll, type Key, settleAll } from './idempotency.ts'
import { type Rendered, Replayed } from './rendered.ts'

/** Something that is wanted, perhaps under an Idempotency-Key. */
export interface Keyed {
  key: Key | undefined
  now: Date
}

/** What becomes of it. */
export type Outcome = Rendered | Error

/**
 * Grants wishes of one store together inside a transaction, those with a key once: what was answered before is
 * answered so again, and what is new is kept with its key, which is why such outcomes are asked for at once.
 */
export async function underKeys<W extends Keyed>(
  tx: Tx,
  status: number,
  wishes: readonly W[],
  grant: (fresh: readonly W[]) => Promise<Outcomes<Rendered>>,
): Promise<Outcomes<Rendered>> {
  const known = await claimKeys(tx, wishes)
  const fresh = wishes.filter(wish => !known.has(wish))
  const outcomes = fresh.length > 0 ? await grant(fresh) : async () => []
  const inTurn = (made: readonly Outcome[]): Outcome[] => {
    const next = made.values()
    return wishes.map(wish => known.get(wish) ?? (next.next().value as Outcome))
  }
  if (!fresh.some(({ key }) => key)) return async () => inTurn(await outcomes())
  const made = await outcomes()
  keepAnswers(tx, status, fresh, made)
  return async () => inTurn(made)
}

async function claimKeys<W extends Keyed>(tx: Tx, wishes: readonly W[]): Promise<Map<W, Outcome>> {
  const keyed = wishes.flatMap(wish => (wish.key ? [{ wish, key: wish.key }] : []))
  const now = latest(wishes.map(wish => wish.now))
  const claims = await claimAll(
    tx,
    keyed.map(({ key }) => key),
    now,
  )
  return new Map(
    keyed.flatMap(({ wish }, i) => {
      const claim = claims[i]
      return claim ? [[wish, claim instanceof Error ? claim : new Replayed(claim.status, claim.body)]] : []
    }),
  )
}

function keepAnswers(tx: Tx, status: number, wishes: readonly Keyed[], outcomes: readonly Outcome[]): void {
  settleAll(
    tx,
    wishes.flatMap(({ key }, i) => {
      const outcome = outcomes[i]
      const answer = outcome && !(outcome instanceof Error) ? { status, body: outcome.json } : undefined
      return key ? [{ key, answer }] : []
    }),
  )
}
