import type { OrderInput } from '@bodega/api'
import type { Call } from '../access/index.ts'
import { type Db, isConnectionLoss } from '../platform/database/database.ts'
import { type Placed, placeAll } from './place.ts'
import type { FindQuotes } from './quoted.ts'

interface Waiting {
  call: Call
  input: OrderInput
  resolve: (id: number) => void
  reject: (error: unknown) => void
}

/** As many as one statement writes without growing large. */
const batchSize = 64

export interface Placer {
  /** Places an order and answers its id after the commit. */
  place(call: Call, input: OrderInput): Promise<number>
}

/**
 * Orders of one store that come at the same time are placed together: while one transaction commits, the next ones
 * gather. So a sale of one popular product is not limited to one commit per order, and an order that comes alone
 * does not wait.
 */
export function createPlacer(db: Db, url: string, findQuotes?: FindQuotes): Placer {
  const queues = new Map<number, { waiting: Waiting[]; isBusy: boolean }>()

  async function run(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch
    if (!first) return
    const { store } = first.call
    let results: Placed[]
    try {
      results = await db.tx(tx => placeAll(tx, store, url, batch, findQuotes))
    } catch (error) {
      // One of them may be at fault: alone, each gets its own answer. Where the connection broke nobody knows whether
      // they were placed: trying again could place them twice.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) await run([one])
      else for (const one of batch) one.reject(error)
      return
    }
    for (const [i, result] of results.entries()) {
      if ('refusal' in result) batch[i]?.reject(result.refusal)
      else batch[i]?.resolve(result.id)
    }
  }

  async function drain(store: number): Promise<void> {
    const queue = queues.get(store)
    if (!queue || queue.isBusy) return
    queue.isBusy = true
    while (queue.waiting.length > 0) await run(queue.waiting.splice(0, batchSize))
    queues.delete(store)
  }

  return {
    place: (call, input) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(call.store.id) ?? { waiting: [], isBusy: false }
        queues.set(call.store.id, queue)
        queue.waiting.push({ call, input, resolve, reject })
        void drain(call.store.id)
      }),
  }
}
