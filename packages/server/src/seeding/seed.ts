import { callAt, operatorCall, type StoreContext, type Write } from '../access/index.ts'
import { createLocation, ensureLocations, locationIds } from '../locations/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { draftOf, storeProducts } from '../products/index.ts'
import { plantCategories } from './categories.ts'
import { addCustomers } from './customers.ts'
import { ideaOf } from './ideas.ts'
import { addOrders } from './orders.ts'
import { placeOf } from './places.ts'
import { productOf, type Shop } from './product.ts'
import { randomOf } from './random.ts'

export interface SeedPlan {
  products: number
  locations: number
  customers: number
  orders: number
  /** The same number gives the same products. */
  seed: number
}

/** Measured: larger ones are no faster, and smaller ones wait for the disk more often. */
const batchSize = 500

/** While two batches are being written by the database, the next is made ready here. */
const hands = 3

/**
 * After so many the planner is told of them: it knows nothing of tables that were empty a moment ago, and guesses that
 * a store is a small part of them. Early, because that is cheap, and what it learns then stays true.
 */
const told = 2000

/** Apart from any number that a person would choose. */
const numbersPerSeed = 10_000_000

export interface SeedOptions {
  /** The address of the server, which the images of orders are told with. */
  url?: string
  /** How many products and orders there are so far. */
  onProgress?: (done: number) => void
}

type Writing = <T>(body: (call: Write) => Promise<T>) => Promise<T>

/** How long ago the first order was placed, in seconds: a store has a past, and dates have no parts of a second. */
const past = 30 * 86_400

/** So many at once hold few levels that others want, and are written by one statement. */
const ordersAtOnce = 200

const ago = (call: Write, seconds: number): Write => callAt(call, new Date(call.now.getTime() - seconds * 1000))

/** Orders in the order of their dates. */
async function seedOrders(write: Writing, plan: SeedPlan, url: string, onProgress: (done: number) => void) {
  let placed = 0
  for (let from = 0; from < plan.orders; from += ordersAtOnce) {
    const count = Math.min(ordersAtOnce, plan.orders - from)
    const age = Math.floor(past * (1 - from / plan.orders))
    const ids = await write(call =>
      addOrders(ago(call, age), { count, from, url, randomOf: number => randomOf(plan.seed, number) }),
    )
    placed += ids.length
    onProgress(from + count)
  }
  return placed
}

/**
 * Adds to a store what the plan says, in batches, each in a transaction of its own. Answers how many orders there was
 * stock for.
 */
export async function seed(
  db: Db,
  world: World,
  store: StoreContext,
  plan: SeedPlan,
  { url = '', onProgress = () => {} }: SeedOptions = {},
): Promise<number> {
  const write: Writing = body => db.tx(tx => body({ ...operatorCall(world, store), tx }))
  // What the orders take was there before the first of them.
  const open: Writing = plan.orders === 0 ? write : body => write(call => body(ago(call, past + 1)))
  await open(call => addLocations(call, plan.locations))
  for (let done = 0; done < plan.customers; done += batchSize) {
    await open(call => addCustomers(call, Math.min(batchSize, plan.customers - done)))
  }
  if (plan.products > 0) await addProducts(db, open, store, plan, onProgress)
  return seedOrders(write, plan, url, done => onProgress(plan.products + done))
}

/** Several batches at a time. */
async function addProducts(
  db: Db,
  write: Writing,
  store: StoreContext,
  plan: SeedPlan,
  onProgress: (products: number) => void,
): Promise<void> {
  const shop = await write(
    async (call): Promise<Shop> => ({
      store,
      locations: await ensureLocations(call),
      categories: await plantCategories(call),
    }),
  )
  const starts = batchStarts(plan.products)
  let done = 0
  async function work(): Promise<void> {
    for (const from of starts) {
      const drafts = Array.from({ length: Math.min(batchSize, plan.products - from) }, (_, i) =>
        draftOf(seededProduct(plan.seed, from + i, shop), [], store),
      )
      await write(call => storeProducts(call, drafts, 'import'))
      done += drafts.length
      onProgress(done)
      if (done >= told && done - drafts.length < told) await db.tx(tx => tx.script('analyze'))
    }
  }
  await Promise.all(Array.from({ length: hands }, work))
}

/** Whoever is free takes the next one. */
function* batchStarts(products: number): Generator<number> {
  for (let from = 0; from < products; from += batchSize) yield from
}

/** The product with this number of this seed: always the same, in whatever batch it comes. */
export function seededProduct(seed: number, index: number, shop: Shop) {
  const random = randomOf(seed, index)
  return productOf(ideaOf(seed, index, random), seed * numbersPerSeed + index, random, shop)
}

async function addLocations(call: Write, count: number): Promise<void> {
  const { length } = await locationIds(call.tx, call.store.id)
  for (let i = 0; i < count; i++) await createLocation(call, placeOf(call.store.country, length + i))
}
