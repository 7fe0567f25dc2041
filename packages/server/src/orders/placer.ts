import type { OrderInput } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { gathering, inOneTx, type Outcomes } from '../platform/database/gathering.ts'
import { type Key, nameOf } from '../platform/http/idempotency.ts'
import { type Keyed, underKeys } from '../platform/http/keyed.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { type Lookups, placeAll } from './place.ts'
import { bornOf, rendered, viewOf } from './read.ts'

/** An order that somebody wants. */
interface Wanted extends Keyed {
  call: Call & { db: Db }
  input: OrderInput
}

/** As many as one statement writes without growing large. Half as many were tried: they cost more each. */
const batchSize = 64

export interface Placer {
  /** Places an order and answers with it after the commit. Under a key it is placed once. */
  place(call: Call & { db: Db; key?: Key | undefined }, input: OrderInput): Promise<Rendered>
}

/**
 * Orders of one store that come at the same time are placed together: so a sale of one popular product is not limited
 * to one commit per order. Two batches in the database at a time were tried: they wait for each other's locks.
 */
export function createPlacer(url: string, lookups?: Lookups): Placer {
  const place = gathering<Wanted, Rendered>({
    size: batchSize,
    answersPerTurn: 2,
    namesOf: ({ key }) => (key ? [nameOf(key)] : []),
    grant: batch => inOneTx(batch, tx => underKeys(tx, 201, batch, fresh => placeBatch(tx, fresh, url, lookups))),
  })
  return { place: (call, input) => place(call.store.id, { call, input, key: call.key, now: call.now }) }
}

/** What the answers still lack crosses the wire with the writes and the commit, so it is only promised here. */
async function placeBatch(
  tx: Tx,
  batch: readonly Wanted[],
  url: string,
  lookups?: Lookups,
): Promise<Outcomes<Rendered>> {
  const [
    {
      call: { store },
    },
  ] = batch as [Wanted]
  const placed = await placeAll(tx, store, url, batch, lookups)
  const ids = placed.flatMap(one => ('id' in one ? one.id : []))
  const born = ids.length > 0 ? bornOf(tx, store.id, ids) : Promise.resolve([])
  // Where it fails, so does the transaction, and says why.
  born.catch(() => {})
  return async () => {
    const births = new Map((await born).map(row => [row.id, row]))
    return placed.map((one, i) => {
      if ('refusal' in one) return one.refusal
      const [birth, want] = [births.get(one.id), batch[i]]
      if (!birth || !want) throw new Error(`order ${one.id} was not written`)
      const { shipments, ...order } = one
      const ids = shipments.map(({ id }) => id)
      return rendered(
        { number: birth.number, customer: birth.customer, shipments: ids, ...order },
        viewOf(want.call, url),
      )
    })
  }
}
