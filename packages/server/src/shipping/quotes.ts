import { ApiError, decimal, envelope, type QuoteInput } from '@bodega/api'
import Type from 'typebox'
import type { Call } from '../access/index.ts'
import { explanationOf, type FindQuotes, foresee, gather, refuseMissing } from '../orders/index.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { newUlid } from '../platform/ids.ts'
import { bind, type KeptQuote } from './bind.ts'
import { activeCarriers } from './carriers.ts'
import { askMarket, type Market } from './market.ts'
import { destinationOf, packagesOf } from './packages.ts'
import { summed } from './sum.ts'
import { activeTables } from './tables.ts'

/** A quote binds for a quarter of an hour. */
const validFor = 15 * 60_000

/** Decides as an order would, without effect, and asks what shipping the packages costs. */
export async function makeQuote(db: Db, call: Call, input: QuoteInput, market: Market): Promise<KeptQuote> {
  const { store, now, world } = call
  const wanted = gather(input.products)
  const products = [...wanted].map(([variant_id, quantity]) => ({ variant_id, quantity }))
  // One snapshot, and all questions cross the wire together; while carriers are asked, no connection is held.
  const [foreseen, tables, carriers] = await db.tx(
    tx =>
      Promise.all([
        foresee(tx, call, { products }, market.url),
        activeTables(tx, store.id),
        activeCarriers(tx, store.id),
      ]),
    { isolation: 'repeatable read' },
  )
  refuseMissing(foreseen.plan, wanted)
  const destination = destinationOf(input.destination, store)
  const packages = packagesOf(foreseen, store)
  const offered = await askMarket(
    market,
    call,
    packages.map(packed => ({ packed, destination, tables, carriers })),
  )
  const { options, offers } = summed(
    offered.map(all => all?.flatMap(one => one.offers)),
    store.main_currency,
  )
  const quote = {
    quote_id: newUlid(world),
    expires_at: wireTime(new Date(now.getTime() + validFor)),
    packages: packages.map(({ location, origin, items, grams }, i) => ({
      location_id: location,
      origin,
      items,
      weight: decimal(grams, 3),
      options: offers[i] ?? [],
    })),
    options,
    allocation: explanationOf(foreseen.plan),
    unavailable: offered.flatMap(all => all?.flatMap(one => one.unavailable) ?? []),
  }
  return { quote, products, destination }
}

/** Keeps a quote for as long as it binds, and gives it as it is answered. */
export async function keepQuote(
  db: Queries,
  { store, now }: Call,
  { quote, ...request }: KeptQuote,
): Promise<Rendered> {
  const text = JSON.stringify(quote)
  const document = `{"quote":${text},${JSON.stringify(request).slice(1)}`
  await db.run(sql`
    insert into shipping_quotes (store_id, id, document, created_at, expires_at)
    values (${store.id}, ${quote.quote_id}, ${document}, ${now}, ${new Date(now.getTime() + validFor)})`)
  return new Rendered(text)
}

const Row = Type.Object({ id: Type.String(), document: Type.String() })

/** The quotes as orders need them. */
export const quotesForOrders =
  (market: Market): FindQuotes =>
  async (tx, store, ids, now) => {
    const rows = await tx.many(
      Row,
      sql`select id, document from shipping_quotes
           where store_id = ${store} and id = any(${ids}::text[]) and expires_at > ${now}`,
    )
    return new Map(
      rows.map(({ id, document }) => {
        const kept: KeptQuote = JSON.parse(document)
        return [
          id,
          { bind: (input, time) => bind(kept, input, time), renew: (db, call) => renew(db, call, kept, market) },
        ]
      }),
    )
  }

/** The stock has moved: what the same cart costs now. */
async function renew(db: Db, call: Call, kept: KeptQuote, market: Market): Promise<ApiError> {
  const renewed = await makeQuote(db, call, kept, market)
  await keepQuote(db, call, renewed)
  return new ApiError(409, { ...envelope(409, 'plan_changed'), quote: renewed.quote })
}

/** What binds no longer goes, in small portions, so that nobody waits for it. */
export function forgetQuotes(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const old = { table: 'shipping_quotes', key: ['store_id', 'id'], isOver: sql`expires_at <= ${now}` }
  return removeOver(db, old, signal)
}
