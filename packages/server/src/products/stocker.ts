import Type from 'typebox'
import { type Call, timeOf, type Write } from '../access/index.ts'
import { emitting } from '../events/index.ts'
import {
  changeLevels,
  changeStanding,
  type LevelChange,
  refuseChange,
  type StandingChange,
  variantNotFound,
} from '../inventory/index.ts'
import { ensureLocations, locationIds } from '../locations/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { gathering, inOneTx, type Outcomes } from '../platform/database/gathering.ts'
import { sql } from '../platform/database/sql.ts'
import { type Key, nameOf } from '../platform/http/idempotency.ts'
import { type Keyed, underKeys } from '../platform/http/keyed.ts'
import { Rendered } from '../platform/http/rendered.ts'
import { variantIn, variantsIn } from './document.ts'
import { getAll, type Reader } from './read.ts'
import type { StockWish } from './variant-input.ts'
import { type Homes, homesOf, placed } from './wishes.ts'
import { productNotFound, tellUpdated, touch, touching, updatedIn } from './write.ts'

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
  call: Call & { db: Db }
  stocking: Stocking
}

export interface Stocker {
  /** Sets stock and answers after the commit. Under a key it is set once. */
  set(call: Call & { db: Db; key?: Key | undefined }, stocking: Stocking): Promise<Rendered>
}

/**
 * Stock that one caller sets at the same time is set together: whoever keeps a store in step with a warehouse writes
 * little else, one level at a time. Where a level stands it is changed by one statement, which crosses the wire with
 * the commit; all else takes a transaction and a handful of statements.
 */
export function createStocker(reading: Reading): Stocker {
  const together = {
    size: 32,
    // A level is changed once in a statement.
    namesOf: ({ key, stocking }: Wanted) => [String(stocking.product), ...(key ? [nameOf(key)] : [])],
  }
  const change = gathering<Standing, Rendered | undefined>({
    ...together,
    grant: batch => inOneTx(batch, tx => changeAll(tx, batch, reading)).catch(refuseChange),
  })
  const set = gathering<Wanted, Rendered>({
    ...together,
    grant: batch => inOneTx(batch, tx => underKeys(tx, 200, batch, fresh => setAll(tx, fresh, reading))),
  })
  return {
    async set(call, stocking) {
      const lane = `${call.store.id} ${call.actor}`
      const wanted = { call, stocking, key: call.key, now: call.now }
      const standing = standingOf(wanted)
      return (standing && (await change(lane, standing))) ?? set(lane, wanted)
    },
  }
}

/** The call of a batch, which is of one caller: of the time at which it begins, for it may have waited for the one before. */
function callOf(tx: Tx, batch: readonly Wanted[]): Write {
  const [{ call }] = batch as [Wanted]
  return { ...call, tx, now: timeOf(call) }
}

/** One level of one variant: done wholly or not at all, whatever becomes of others. */
interface Standing extends Wanted {
  level: StandingChange
}

function standingOf(wanted: Wanted): Standing | undefined {
  const { product, variant, wishes, isDelta = false } = wanted.stocking
  const [wish, ...others] = wishes
  if (wanted.key || variant === undefined || !wish || others.length > 0) return undefined
  return { ...wanted, level: { product_id: product, variant_id: variant, ...wish, isDelta } }
}

/** Changes what stands. What does not has no answer yet. */
async function changeAll(
  tx: Tx,
  batch: readonly Standing[],
  reading: Reading,
): Promise<Outcomes<Rendered | undefined>> {
  const call = callOf(tx, batch)
  const { store, now } = call
  const levels = batch.map(({ level }) => level)
  const ids = sql`select distinct product_id as id from changed`
  const followed = sql`
    touched as (${touching(call, ids)}), told as (${emitting(store.id, now, [], updatedIn(ids))})`
  const changed = changeStanding(call, 'api', levels, followed)
  const products = batch.map(({ stocking }) => stocking.product)
  const answers = Promise.all([changed, getAll({ ...reading, store, db: tx }, products)])
  // Where one fails, so does the transaction, and says why.
  answers.catch(() => {})
  return async () => {
    const [rows, found] = await answers
    // Of a product there is one in a batch.
    const met = new Set(rows.map(({ product_id }) => product_id))
    return batch.map(({ stocking }) =>
      met.has(stocking.product) ? answerOf(stocking, found.get(stocking.product)) : undefined,
    )
  }
}

const Row = Type.Object({ product_id: Type.Integer(), variant_id: Type.Integer() })

async function setAll(tx: Tx, batch: readonly Wanted[], reading: Reading): Promise<Outcomes<Rendered>> {
  const call = callOf(tx, batch)
  const { store } = call
  const products = batch.map(({ stocking }) => stocking.product)
  const wanted = batch.map(({ stocking: { product, wishes } }) => ({ product_id: product, wishes }))
  // Asked together and answered in turn: by the time of the second question the products are held.
  const [rows, locations, found] = await Promise.all([
    holdVariants(tx, store.id, products),
    locationIds(tx, store.id),
    homesOf(call, wanted),
  ])
  // A store that keeps nothing yet gets its first place; not for a product that does not exist.
  const known = locations.length > 0 || rows.length === 0 ? locations : await ensureLocations(call)
  const variants = new Map<number, number[]>(products.map(id => [id, []]))
  for (const { product_id, variant_id } of rows) variants.get(product_id)?.push(variant_id)
  const decided = batch.map(({ stocking }) => decide(stocking, variants.get(stocking.product) ?? [], known, found))
  const changes = decided.flatMap(one => (one instanceof Error ? [] : one))
  const changed = await changeLevels(call, 'api', changes)
  const touched = [...new Set(changed.map(({ product_id }) => product_id))]
  touch(call, touched)
  tellUpdated(call, touched)
  // Crosses the wire with the commit. Where it fails, so does the transaction, and says why.
  const answers = getAll({ ...reading, store, db: tx }, products)
  answers.catch(() => {})
  return async () => {
    const found = await answers
    return batch.map(({ stocking }, i) => {
      const one = decided[i]
      return one instanceof Error ? one : answerOf(stocking, found.get(stocking.product))
    })
  }
}

/**
 * The variants of products in their order; none of the products goes, and nobody else who writes stock of them opens a
 * level, until the transaction ends. Whoever lets one go has locked it before its levels: waiting for the levels, we must
 * not keep it from that.
 */
async function holdVariants(tx: Tx, store: number, products: readonly number[]) {
  // Two questions: one that waits for the product would still show the variants that it had before.
  const [, rows] = await Promise.all([
    tx.run(sql`
      select 1 from products where store_id = ${store} and id = any(${products}::bigint[])
       order by id for no key update`),
    tx.many(
      Row,
      sql`
        select product_id, id as variant_id from variants
         where store_id = ${store} and product_id = any(${products}::bigint[])
         order by product_id, position, id`,
    ),
  ])
  return rows
}

function decide(
  stocking: Stocking,
  variants: readonly number[],
  locations: readonly string[],
  found: Homes,
): LevelChange[] | Error {
  const { product, variant, wishes, isDelta = false } = stocking
  if (variants.length === 0) return productNotFound()
  const meant = variants.filter(id => variant === undefined || id === variant)
  if (meant.length === 0) return variantNotFound()
  const wanted = meant.map(variant_id => ({ product_id: product, variant_id, wishes }))
  const changes = placed(locations, wanted, found)
  return changes instanceof Error ? changes : changes.map(change => ({ ...change, isDelta }))
}

function answerOf({ product, variant, isOne }: Stocking, found: Rendered | undefined): Rendered {
  if (!found) throw new Error(`product ${product} was held and is gone`)
  const all = variantsIn(found.json)
  if (variant === undefined) return new Rendered(all)
  const one = variantIn(all, variant)
  return new Rendered(isOne ? one : `[${one}]`)
}
