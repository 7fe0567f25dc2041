import type { OrderInput } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Buyers } from '../customers/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { gathering, inOneTx, type Outcomes } from '../platform/database/gathering.ts'
import { type Key, nameOf } from '../platform/http/idempotency.ts'
import { type Keyed, underKeys } from '../platform/http/keyed.ts'
import type { Rendered } from '../platform/http/rendered.ts'
import { type Lookups, placeAll } from './place.ts'
import { customerText, rendered, viewOf } from './read.ts'

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
    // Until then it is PostgreSQL that waits for us: whatever else we do, as answering, is missing to the next batch.
    saysWhenSent: true,
    grant: (batch, onSent) =>
      inOneTx(batch, tx =>
        underKeys(tx, 201, batch, async fresh => {
          const outcomes = await placeBatch(tx, fresh, url, lookups)
          onSent()
          return outcomes
        }),
      ),
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
  const { all, births } = await placeAll(tx, store, url, batch, lookups)
  const born = births()
  // Where it fails, so does the transaction, and says why.
  born.catch(() => {})
  return async () => {
    const { number, buyers } = await born
    const customerOf = buyerTexts(buyers)
    let next = number
    return all.map((one, i) => {
      if ('refusal' in one) return one.refusal
      const { shipments, email, ...order } = one
      const shown = {
        ...order,
        number: next++,
        shipments: shipments.map(({ id }) => id),
        customer: () => customerOf(email),
      }
      return rendered(shown, viewOf((batch[i] as Wanted).call, url))
    })
  }
}

/** What orders show of their customers: those of one buyer show the same. */
function buyerTexts(buyers: Buyers): (email: string) => string {
  const texts = new Map<string, string>()
  return email => {
    const buyer = buyers.get(email)
    if (!buyer) throw new Error('an order was placed without a customer')
    const text = texts.get(email) ?? customerText(buyer)
    texts.set(email, text)
    return text
  }
}
