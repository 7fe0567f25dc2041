import { invalid, type Variant } from '@bodega/api'
import Type from 'typebox'
import type { Call } from '../access/index.ts'
import { changeLevels, type LevelChange } from '../inventory/index.ts'
import { ensureLocations, locationIds } from '../locations/index.ts'
import { latest } from '../platform/clock.ts'
import type { Stores, Tx } from '../platform/database/database.ts'
import { gathering, type Outcomes } from '../platform/database/gathering.ts'
import { sql } from '../platform/database/sql.ts'
import { type Key, nameOf } from '../platform/http/idempotency.ts'
import { type Keyed, underKeys } from '../platform/http/keyed.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { placed } from './create.ts'
import { variantsIn } from './document.ts'
import { getAll, type Reader } from './read.ts'
import type { StockWish } from './variant-input.ts'
import { variantNotFound } from './variants.ts'
import { productNotFound, tellUpdated, touch } from './write.ts'

/** Stock of a product that somebody wants to set or to vary. */
export interface Stocking {
  product: number
  /** All of its variants, where none is named. */
  variant: number | undefined
  wishes: readonly StockWish[]
  isDelta?: boolean
  /** The variant itself is answered, not a list of those that were meant. */
  isOne?: boolean
}

/**
 * How the answer is read. What was answered before is used, and kept, inside the transaction too: a change of stock
 * leaves documents and their revisions alone, so none is seen that may never have been.
 */
type Reading = Pick<Reader, 'url' | 'renderings'>

interface Wanted extends Keyed {
  call: Call
  stocking: Stocking
}

export interface Stocker {
  /** Sets stock and answers after the commit. Under a key it is set once. */
  set(call: Call & { key?: Key | undefined }, stocking: Stocking): Promise<Rendered>
}

/**
 * Stock that one caller sets at the same time is set together, in one transaction and a handful of statements: whoever
 * keeps a store in step with a warehouse writes little else, one level at a time.
 */
export function createStocker(stores: Stores, reading: Reading): Stocker {
  const set = gathering<Wanted, Rendered>({
    size: 32,
    // A level is changed once in a statement.
    namesOf: ({ key, stocking }) => [String(stocking.product), ...(key ? [nameOf(key)] : [])],
    grant: batch => {
      const [{ call }] = batch as [Wanted]
      return stores
        .of(call.store.id)
        .tx(tx => underKeys(tx, 200, batch, fresh => setAll(tx, fresh, reading)), { isPlannedOnce: true })
    },
  })
  return {
    set: (call, stocking) => set(`${call.store.id} ${call.actor}`, { call, stocking, key: call.key, now: call.now }),
  }
}

const Row = Type.Object({ product_id: Type.Integer(), variant_id: Type.Integer() })

async function setAll(tx: Tx, batch: readonly Wanted[], reading: Reading): Promise<Outcomes<Rendered>> {
  const [{ call: first }] = batch as [Wanted]
  const { store } = first
  const call = { ...first, tx, now: latest(batch.map(({ now }) => now)) }
  const products = batch.map(({ stocking }) => stocking.product)
  const [rows, locations] = await Promise.all([holdVariants(tx, store.id, products), locationIds(tx, store.id)])
  // A store that keeps nothing yet gets its first place; not for a product that does not exist.
  const known = locations.length > 0 || rows.length === 0 ? locations : await ensureLocations(call)
  const variants = new Map<number, number[]>(products.map(id => [id, []]))
  for (const { product_id, variant_id } of rows) variants.get(product_id)?.push(variant_id)
  const decided = batch.map(({ stocking }) => decide(stocking, variants.get(stocking.product) ?? [], known))
  const changes = decided.flatMap(one => (one instanceof Error ? [] : one.changes))
  const changed = await changeLevels(call, 'api', changes)
  const touched = [...new Set(changed.map(({ product_id }) => product_id))]
  touch(call, touched)
  tellUpdated(call, touched)
  // Crosses the wire with the commit. Where it fails, so does the transaction, and says why.
  const answers = getAll({ ...reading, store, db: tx }, products)
  answers.catch(() => {})
  return async () => {
    const found = await answers
    return decided.map(one => (one instanceof Error ? one : answerOf(one, found.get(one.product))))
  }
}

/** The variants of products in their order; none of the products goes until the transaction ends. */
const holdVariants = (tx: Tx, store: number, products: readonly number[]) =>
  tx.many(
    Row,
    sql`
      select v.product_id, v.id as variant_id
        from products p
        join variants v on v.store_id = p.store_id and v.product_id = p.id
       where p.store_id = ${store} and p.id = any(${products}::bigint[])
       order by p.id, v.position, v.id
         for key share of p`,
  )

interface Decided extends Stocking {
  meant: readonly number[]
  isAll: boolean
  changes: LevelChange[]
}

function decide(stocking: Stocking, variants: readonly number[], locations: readonly string[]): Decided | Error {
  const { product, variant, wishes, isDelta = false } = stocking
  if (variants.length === 0) return productNotFound()
  const meant = variants.filter(id => variant === undefined || id === variant)
  if (meant.length === 0) return variantNotFound()
  const wanted = meant.map(variant_id => ({ product_id: product, variant_id, wishes }))
  const changes = placed(locations, wanted, invalid)
  if (changes instanceof Error) return changes
  const isAll = meant.length === variants.length
  return { ...stocking, meant, isAll, changes: changes.map(change => ({ ...change, isDelta })) }
}

function answerOf({ product, meant, isAll, isOne }: Decided, found: Rendered | undefined): Rendered {
  if (!found) throw new Error(`product ${product} was held and is gone`)
  const all = variantsIn(found.json)
  const list = isAll ? all : JSON.stringify(JSON.parse(all).filter(({ id }: Variant) => meant.includes(id)))
  return new Rendered(isOne ? list.slice(1, -1) : list)
}
