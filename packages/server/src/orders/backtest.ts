import {
  ApiError,
  type Backtest,
  type BacktestInput,
  type FulfillmentStrategy,
  type locations,
  MaybeText,
  type OrderInput,
  type Report,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import { movementsSince, readLevels } from '../inventory/index.ts'
import { type Place, placesByPriority, rearranged } from '../locations/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createPace } from '../platform/pace.ts'
import { fulfillmentStrategy } from '../stores/index.ts'
import type { Plan } from './allocate.ts'
import { type Effort, newEffort } from './effort.ts'
import { createPast, type Past } from './past.ts'
import { planOf } from './plan.ts'
import { areEqual, isEmpty } from './quantities.ts'
import { countOrders } from './read.ts'
import { createLedger } from './stock.ts'

/** As many orders as are tried between two looks at the database. */
const portion = 250

const exampleCount = 10
const standardCount = 1000

/** Clocks of several servers may differ by this much. */
const leeway = 60_000

const PastOrder = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  /** In seconds. */
  at: Type.Integer(),
  location_id: MaybeText,
  pickup_type: Type.Enum(['ship', 'pickup']),
  suboption: MaybeText,
  lines: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
})
type PastOrder = Static<typeof PastOrder>

/** Orders that took stock, the newest first. */
const ordersBefore = (db: Queries, store: number, number: number, limit: number): Promise<PastOrder[]> =>
  db.many(
    PastOrder,
    sql`
      select o.id, o.number, extract(epoch from o.created_at)::bigint as at, o.document::json ->> 'location_id' as location_id,
             o.legacy::json ->> 'shipping_pickup_type' as pickup_type,
             o.legacy::json -> 'shipping_suboption' ->> 'id' as suboption,
             (select json_agg(json_build_array(line -> 'variant_id', line -> 'quantity'))
                from json_array_elements(o.document::json -> 'products') line) as lines
        from orders o
       where o.store_id = ${store} and o.number < ${number} and o.behaviour = 'claim'
       order by o.number desc
       limit ${limit}`,
  )

const inputOf = ({ lines, location_id, pickup_type, suboption }: PastOrder): OrderInput => ({
  products: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
  location_id,
  shipping_pickup_type: pickup_type,
  shipping_suboption: { id: suboption },
})

/** One way to decide. */
interface Way {
  places: readonly Place[]
  strategy: FulfillmentStrategy
}

/**
 * Tries other priorities on the last orders. Each meets the stock that it met, as the ledger tells it to the second,
 * and is decided twice: as the store decides now, and as it would.
 */
export async function backtest(
  { tx, store }: Write,
  input: BacktestInput,
  report: Report<typeof locations.backtest>,
): Promise<Backtest> {
  const places = await placesByPriority(tx, store.id)
  const strategy = await fulfillmentStrategy(tx, store.id)
  const real: Way = { places, strategy }
  const proposed: Way = {
    places: rearranged(places, input.priorities),
    strategy: input.fulfillment_strategy ?? strategy,
  }
  const result = createResult(proposed.places)
  const pace = createPace()
  const total = Math.min(input.orders ?? standardCount, (await countOrders(tx, store.id)).total)
  for (let below = Number.MAX_SAFE_INTEGER; result.count() < total; ) {
    report({ done: result.count(), total })
    const limit = Math.min(portion, total - result.count())
    const orders = await ordersBefore(tx, store.id, below, limit)
    const oldest = orders.at(-1)
    if (!oldest) break
    const variants = [...new Set(orders.flatMap(({ lines }) => lines.map(([variant]) => variant)))]
    const [levels, movements] = await Promise.all([
      readLevels(tx, store.id, variants),
      movementsSince(tx, store.id, variants, new Date(oldest.at * 1000 - leeway)),
    ])
    const trial: Trial = {
      past: createPast(levels, movements),
      real: { ...real, effort: newEffort() },
      proposed: { ...proposed, effort: newEffort() },
      pace,
      add: result.add,
    }
    const seconds = bySecond(orders)
    // Of the last second there may be more.
    const whole = seconds.length > 1 && orders.length === limit ? seconds.slice(0, -1) : seconds
    for (const together of whole) await decideTwice(together, trial)
    below = whole.at(-1)?.at(-1)?.number ?? 0
  }
  return result.whole()
}

/** Those of one second, which may have come together. */
function bySecond(orders: readonly PastOrder[]): PastOrder[][] {
  const groups: PastOrder[][] = []
  for (const order of orders) {
    const last = groups.at(-1)
    if (last?.[0]?.at === order.at) last.push(order)
    else groups.push([order])
  }
  return groups
}

type Add = (order: PastOrder, before: Plan | undefined, after: Plan | undefined) => void

/** What the orders of one portion go through. Where both ways are the same, so are their plans: none takes from the other. */
interface Trial {
  past: Past
  real: Way & { effort: Effort }
  proposed: Way & { effort: Effort }
  /** Lets others be served. */
  pace(): Promise<void>
  add: Add
}

/** The later ones of a second meet what the earlier ones left, as the store decides now. */
async function decideTwice(together: readonly PastOrder[], { past, real, proposed, pace, add }: Trial): Promise<void> {
  past.rewind(together[0]?.at ?? 0)
  const levels = past.levels(new Set(together.flatMap(({ lines }) => lines.map(([variant]) => variant))))
  const ledgerOf = ({ places, effort }: Trial['real']) =>
    createLedger(
      levels,
      places.map(({ id }) => id),
      effort,
    )
  const [realLedger, proposedLedger] = [ledgerOf(real), ledgerOf(proposed)]
  const decisions: Parameters<Add>[] = []
  for (const order of together.toReversed()) {
    const input = inputOf(order)
    const before = planned(() => planOf(input, realLedger, real.places, real.strategy))
    const after = planned(() => planOf(input, proposedLedger, proposed.places, proposed.strategy))
    if (before) for (const ledger of [realLedger, proposedLedger]) ledger.take(before.parts, 'nobody')
    decisions.push([order, before, after])
    await pace()
  }
  for (const decision of decisions.toReversed()) add(...decision)
}

/** Nothing where the order could not have been placed on what is known: a location is gone, or stock was moved then. */
function planned(decide: () => Plan): Plan | undefined {
  try {
    const plan = decide()
    return isEmpty(plan.missing) ? plan : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The same parts from the same locations, whichever is numbered first. */
function isSame(a: Plan, b: Plan): boolean {
  const others = new Map(b.parts.map(({ location, items }) => [location, items]))
  return (
    a.parts.length === b.parts.length && a.parts.every(({ location, items }) => areEqual(items, others.get(location)))
  )
}

function createResult(places: readonly Place[]) {
  const counts = new Map(places.map(({ id }) => [id, { before: 0, after: 0 }]))
  const result = { orders: 0, undecided: 0, different: 0, shipments: { before: 0, after: 0 } }
  const examples: Backtest['examples'] = []
  const locationsOf = ({ parts }: Plan) => parts.map(({ location }) => location)
  const add: Add = ({ id, number }, before, after) => {
    result.orders++
    if (!before || !after) {
      result.undecided++
      return
    }
    for (const [when, plan] of Object.entries({ before, after }) as ['before' | 'after', Plan][]) {
      result.shipments[when] += plan.parts.length
      for (const location of locationsOf(plan)) (counts.get(location) as { before: number; after: number })[when]++
    }
    if (isSame(before, after)) return
    result.different++
    if (examples.length < exampleCount) {
      examples.push({ id, number, before: locationsOf(before), after: locationsOf(after) })
    }
  }
  const whole = (): Backtest => ({
    ...result,
    locations: [...counts].map(([location_id, count]) => ({ location_id, ...count })),
    examples,
  })
  return { add, whole, count: () => result.orders }
}
