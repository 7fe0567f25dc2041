import type { OrderInput } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { type Db, isConnectionLoss, type Tx } from '../platform/database/database.ts'
import { claimAll, type Key, nameOf, settleAll } from '../platform/http/idempotency.ts'
import { type Rendered, Replayed } from '../platform/http/rendered.ts'
import { type Placed, placeAll } from './place.ts'
import type { FindQuotes } from './quoted.ts'
import { type Born, bornOf, rendered, viewOf } from './read.ts'

/** An order that somebody wants, perhaps under a key. */
interface Wanted {
  call: Call
  input: OrderInput
  key: Key | undefined
}

/** What becomes of it. */
type Outcome = Rendered | Error

interface Waiting extends Wanted {
  tell: (outcome: Outcome) => void
}

/** As many as one statement writes without growing large. */
const batchSize = 64

export interface Placer {
  /** Places an order and answers with it after the commit. Under a key it is placed once. */
  place(call: Call & { key?: Key | undefined }, input: OrderInput): Promise<Rendered>
}

/**
 * Orders of one store that come at the same time are placed together: while one transaction commits, the next ones
 * gather. So a sale of one popular product is not limited to one commit per order, and an order that comes alone
 * does not wait. Two batches at a time were tried: they are smaller, wait for each other's locks, and place fewer.
 */
export function createPlacer(db: Db, url: string, findQuotes?: FindQuotes): Placer {
  const queues = new Map<number, { waiting: Waiting[]; isBusy: boolean }>()

  async function run(batch: readonly Waiting[]): Promise<void> {
    let made: Batch<Waiting>
    try {
      made = await db.tx(tx => placeBatch(tx, batch, url, findQuotes))
    } catch (error) {
      // One of them may be at fault: alone, each gets its own answer. Where the connection broke nobody knows whether
      // they were placed: trying again could place them twice.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) await run([one])
      else for (const one of batch) one.tell(error as Error)
      return
    }
    await answer(made)
  }

  /** What is placed is placed: a fault from here on is answered, and nothing is tried again. */
  async function answer({ known, fresh, placed, born }: Batch<Waiting>): Promise<void> {
    for (const [one, outcome] of known) one.tell(outcome)
    try {
      for (const [i, outcome] of outcomesOf(fresh, placed, await born).entries()) fresh[i]?.tell(outcome)
    } catch (error) {
      for (const one of fresh) one.tell(error as Error)
    }
  }

  async function drain(store: number): Promise<void> {
    const queue = queues.get(store)
    if (!queue || queue.isBusy) return
    queue.isBusy = true
    while (queue.waiting.length > 0) {
      const { batch, later } = apartByKey(queue.waiting.splice(0, batchSize))
      queue.waiting.unshift(...later)
      await run(batch)
    }
    queues.delete(store)
  }

  return {
    place: (call, input) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(call.store.id) ?? { waiting: [], isBusy: false }
        queues.set(call.store.id, queue)
        const tell = (outcome: Outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
        queue.waiting.push({ call, input, key: call.key, tell })
        void drain(call.store.id)
      }),
  }
}

/** Of several with one key the first goes; the others wait for what it is answered. */
function apartByKey(waiting: readonly Waiting[]): { batch: Waiting[]; later: Waiting[] } {
  const names = new Set<string>()
  const batch: Waiting[] = []
  const later: Waiting[] = []
  for (const one of waiting) {
    const name = one.key && nameOf(one.key)
    if (name !== undefined && names.has(name)) later.push(one)
    else batch.push(one)
    if (name !== undefined) names.add(name)
  }
  return { batch, later }
}

interface Batch<W> {
  /** Those whose key was answered before, or cannot be used. */
  known: Map<W, Outcome>
  fresh: W[]
  /** One for each that is fresh. */
  placed: Placed[]
  born: Promise<Born[]>
}

/**
 * A batch in one transaction: keys are claimed, and what is new is placed. What the answers still lack crosses the wire
 * with the writes and the commit, so it is only promised here; answers that are kept with their keys wait for it.
 */
async function placeBatch<W extends Wanted>(
  tx: Tx,
  batch: readonly W[],
  url: string,
  findQuotes?: FindQuotes,
): Promise<Batch<W>> {
  const known = await claimKeys(tx, batch)
  const fresh = batch.filter(one => !known.has(one))
  const store = fresh[0]?.call.store
  if (!store) return { known, fresh, placed: [], born: Promise.resolve([]) }
  const placed = await placeAll(tx, store, url, fresh, findQuotes)
  const ids = placed.flatMap(one => ('id' in one ? one.id : []))
  const born = ids.length > 0 ? bornOf(tx, store.id, ids) : Promise.resolve([])
  // Where it fails, so does the transaction, and says why.
  born.catch(() => {})
  if (fresh.some(({ key }) => key)) keepAnswers(tx, fresh, outcomesOf(fresh, placed, await born))
  return { known, fresh, placed, born }
}

async function claimKeys<W extends Wanted>(tx: Tx, batch: readonly W[]): Promise<Map<W, Outcome>> {
  const keyed = batch.flatMap(one => (one.key ? [{ one, key: one.key }] : []))
  const now = new Date(Math.max(...batch.map(({ call }) => call.now.getTime())))
  const claims = await claimAll(
    tx,
    keyed.map(({ key }) => key),
    now,
  )
  return new Map(
    keyed.flatMap(({ one }, i) => {
      const claim = claims[i]
      return claim ? [[one, claim instanceof Error ? claim : new Replayed(claim.status, claim.body)]] : []
    }),
  )
}

function outcomesOf(wanted: readonly Wanted[], placed: readonly Placed[], born: readonly Born[]): Outcome[] {
  const births = new Map(born.map(row => [row.id, row]))
  return placed.map((one, i) => {
    if ('refusal' in one) return one.refusal
    const [birth, want] = [births.get(one.id), wanted[i]]
    if (!birth || !want) throw new Error(`order ${one.id} was not written`)
    return rendered({ ...one, ...birth }, viewOf(want.call))
  })
}

function keepAnswers(tx: Tx, wanted: readonly Wanted[], outcomes: readonly Outcome[]): void {
  settleAll(
    tx,
    wanted.flatMap(({ key }, i) => {
      const outcome = outcomes[i]
      const answer = outcome && !(outcome instanceof Error) ? { status: 201, body: outcome.json } : undefined
      return key ? [{ key, answer }] : []
    }),
  )
}
