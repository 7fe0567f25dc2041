import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '../locations/index.ts'
import { allocate, type Demand, type Plan, splitLines } from './allocate.ts'
import { newEffort } from './effort.ts'
import { planOf } from './plan.ts'
import { areEqual, covers, gather, isEmpty, minus, type Origin, plus, type Quantities, total } from './quantities.ts'
import { createLedger } from './stock.ts'

const variants = [1, 2, 3, 4]
const level = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6) },
  { weight: 1, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
)
const stock = fc.tuple(...variants.map(() => level)).map(levels => new Map(variants.map((v, i) => [v, levels[i] ?? 0])))
const origins = fc
  .array(stock, { minLength: 0, maxLength: 8 })
  .map(all => all.map((s, i): Origin => ({ location: `L${i}`, stock: s })))
const lines = fc.array(
  fc.record({ variant_id: fc.constantFrom(...variants), quantity: fc.integer({ min: 1, max: 7 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)
const demand = fc.record({
  wanted: lines.map(gather),
  origins,
  strategy: fc.constantFrom('priority' as const, 'fewest_shipments' as const),
})

const law = (check: (plan: Plan, demand: Demand) => void) =>
  fc.assert(
    fc.property(demand, given => check(allocate(given), given)),
    { numRuns: 10_000 },
  )

const given = (plan: Plan): Quantities =>
  gather(plan.parts.flatMap(({ items }) => [...items].map(([variant_id, quantity]) => ({ variant_id, quantity }))))

test('law: every unit is shipped once or missing', () => {
  law((plan, { wanted }) => {
    for (const [variant, count] of wanted) {
      expect((given(plan).get(variant) ?? 0) + (plan.missing.get(variant) ?? 0)).toBe(count)
    }
    expect(total(given(plan)) + total(plan.missing)).toBe(total(wanted))
  })
})

test('law: no location gives more than it has, none twice, none nothing', () => {
  law((plan, { origins: all }) => {
    for (const { location, items } of plan.parts) {
      const origin = all.find(one => one.location === location)
      expect(covers(origin?.stock ?? new Map(), items)).toBe(true)
      expect(isEmpty(items)).toBe(false)
    }
    expect(new Set(plan.parts.map(({ location }) => location)).size).toBe(plan.parts.length)
  })
})

test('law, specification 1.6: one able location means one shipment, from the first able one', () => {
  law((plan, { origins: all, wanted }) => {
    const able = all.find(({ stock: s }) => covers(s, wanted))
    if (able) expect(plan.parts.map(({ location }) => location)).toEqual([able.location])
  })
})

test('law: a location further down gives only what those above could not', () => {
  law((plan, { origins: all, strategy }) => {
    if (plan.rule !== 'split_by_priority' || strategy !== 'priority') return
    for (const [place, { items }] of plan.parts.entries()) {
      for (const earlier of all.slice(
        0,
        all.findIndex(({ location }) => location === plan.parts[place]?.location),
      )) {
        const gave = plan.parts.find(({ location }) => location === earlier.location)?.items
        for (const variant of items.keys()) {
          expect(gave?.get(variant) ?? 0).toBe(earlier.stock.get(variant) ?? 0)
        }
      }
    }
  })
})

test('law: what is missing depends neither on the order of the locations nor on the strategy', () => {
  law((plan, { wanted, origins: all }) => {
    const turned = allocate({ wanted, origins: all.toReversed() })
    expect(areEqual(turned.missing, plan.missing)).toBe(true)
  })
})

test('law: more stock never leaves more missing, and never makes an order that one location ships leave from several', () => {
  const more = fc.record({
    at: fc.nat(7),
    variant: fc.constantFrom(...variants),
    units: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(demand, more, (given, { at, variant, units }) => {
      const richer = given.origins.map((origin, i) =>
        i === at ? { ...origin, stock: plus(origin.stock, new Map([[variant, units]])) } : origin,
      )
      const [before, after] = [allocate(given), allocate({ ...given, origins: richer })]
      expect(covers(before.missing, after.missing)).toBe(true)
      if (before.parts.length === 1 && isEmpty(before.missing)) expect(after.parts).toHaveLength(1)
    }),
  )
})

test('law: where a location is named it gives alone; where a buyer comes it ships alone if it can, else as if nobody came', () => {
  fc.assert(
    fc.property(demand, fc.nat(8), (given, at) => {
      const named = `L${at}`
      const own = given.origins.find(({ location }) => location === named)
      const forced = allocate({ ...given, forced: named })
      expect(forced.parts.every(({ location }) => location === named)).toBe(true)
      expect(areEqual(forced.missing, minus(given.wanted, own?.stock ?? new Map()))).toBe(true)
      const near = allocate({ ...given, pickup: named })
      if (own && covers(own.stock, given.wanted)) expect(near.parts).toEqual([{ location: named, items: given.wanted }])
      else expect(near).toEqual(allocate(given))
    }),
  )
})

/** All subsets by size, then by priorities: the first that has enough. */
function bruteForce(wanted: Quantities, all: readonly Origin[]): string[] | undefined {
  const isEnough = (subset: readonly Origin[]) =>
    [...wanted].every(
      ([variant, count]) => subset.reduce((sum, { stock: s }) => sum + (s.get(variant) ?? 0), 0) >= count,
    )
  const first = (chosen: Origin[], from: number, places: number): Origin[] | undefined => {
    if (places === 0) return isEnough(chosen) ? chosen : undefined
    for (let i = from; i <= all.length - places; i++) {
      const found = first([...chosen, all[i] as Origin], i + 1, places - 1)
      if (found) return found
    }
    return undefined
  }
  for (let size = 1; size <= all.length; size++) {
    const found = first([], 0, size)
    if (found) return found.map(({ location }) => location)
  }
  return undefined
}

test('law: fewest_shipments equals brute force up to 8 locations, and never exceeds priority', () => {
  fc.assert(
    fc.property(demand, ({ wanted, origins: all }) => {
      const plan = allocate({ wanted, origins: all, strategy: 'fewest_shipments' })
      const best = bruteForce(wanted, all)
      if (best === undefined) {
        expect(isEmpty(plan.missing)).toBe(false)
        return
      }
      expect(plan.parts.map(({ location }) => location)).toEqual(best)
      expect(plan.isProved).toBe(true)
      expect(plan.parts.length).toBeLessThanOrEqual(allocate({ wanted, origins: all }).parts.length)
    }),
    { numRuns: 10_000 },
  )
})

/** Orders that are hard to split well: little of everything, nearly everywhere. The same ones each time. */
function hard(locations: number, variety: number, count: number): Demand[] {
  const level = (density: number, most: number) =>
    fc.oneof(
      { weight: density, arbitrary: fc.integer({ min: 1, max: most }) },
      { weight: 10 - density, arbitrary: fc.constant(0) },
    )
  const demands = fc.tuple(fc.integer({ min: 3, max: 8 }), fc.integer({ min: 3, max: 9 })).chain(([density, most]) => {
    const row = fc.array(level(density, most), { minLength: variety, maxLength: variety })
    const needs = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: variety, maxLength: variety })
    return fc.tuple(needs, fc.array(row, { minLength: locations, maxLength: locations }))
  })
  return fc.sample(demands, { seed: 7, numRuns: count }).map(([needs, rows]) => ({
    wanted: new Map(needs.entries()),
    origins: rows.map((levels, i) => ({ location: `L${i}`, stock: new Map(levels.entries()) })),
    strategy: 'fewest_shipments',
  }))
}

test.each([
  [20, 50],
  [50, 30],
])('%i locations x %i lines are decided exactly', (locations, variety) => {
  const plans = hard(locations, variety, 100).map(allocate)
  const split = plans.filter(({ missing }) => isEmpty(missing))
  expect(split.length).toBeGreaterThan(80)
  expect(split.filter(({ isProved }) => !isProved)).toEqual([])
})

test('beyond that the search gives up in time, says so, and is no worse than by priority', () => {
  const [given] = hard(300, 100, 1) as [Demand]
  const plan = allocate(given)
  expect(plan).toMatchObject({ rule: 'fewest_shipments', isProved: false })
  expect(isEmpty(plan.missing)).toBe(true)
  expect(plan.parts.length).toBeLessThan(allocate({ ...given, strategy: 'priority' }).parts.length)
})

test('the same order is always decided the same way', () => {
  for (const given of hard(50, 30, 5)) expect(allocate(given)).toEqual(allocate(given))
})

test('law: with however little effort left, an order is split no worse than by priority, and each time the same way', () => {
  fc.assert(
    fc.property(demand, fc.nat(300), ({ wanted, origins: all }, left) => {
      const decided = () => allocate({ wanted, origins: all, strategy: 'fewest_shipments', effort: { left } })
      const plan = decided()
      const byPriority = allocate({ wanted, origins: all })
      expect(plan.missing).toEqual(byPriority.missing)
      expect(total(given(plan))).toBe(total(given(byPriority)))
      expect(plan.parts.length).toBeLessThanOrEqual(byPriority.parts.length)
      const best = bruteForce(wanted, all)
      if (best && plan.isProved) expect(plan.parts).toHaveLength(best.length)
      expect(decided()).toEqual(plan)
    }),
    { numRuns: 10_000 },
  )
})

test('where the search is given up with more shipments than by priority, the order is split by priority', () => {
  const having = (...those: number[]) => new Map(those.map(variant => [variant, 1]))
  // Who takes the largest share each time takes L2, then L3, and then needs a third for the 5.
  const all = [having(1, 2, 3, 4, 5), having(6, 7, 8, 9, 10), having(1, 2, 3, 6, 7, 8), having(4, 9, 10)]
  const origins = all.map((stock, i): Origin => ({ location: `L${i}`, stock }))
  const wanted = having(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  for (let left = 1; left < 400; left++) {
    const plan = allocate({ wanted, origins, strategy: 'fewest_shipments', effort: { left } })
    expect(plan.parts.map(({ location }) => location)).toEqual(['L0', 'L1'])
  }
})

test('those that are decided together share one effort: hard ones do not add up, and leave something for easy ones', () => {
  const effort = newEffort()
  const all = effort.left
  const [easy] = hard(8, 4, 1) as [Demand]
  const demands = hard(300, 100, 12)
  const spent = demands.map(given => {
    const before = effort.left
    allocate({ ...given, effort })
    return before - effort.left
  })
  // A search that gives up looks a little further than it may.
  expect(spent[0]).toBeGreaterThan(all / 2)
  expect(spent.reduce((sum, work) => sum + work, 0)).toBeLessThan(1.2 * all)
  expect(spent.at(-1)).toBeLessThan(all / 10)

  const shared = newEffort()
  for (const given of demands.slice(0, 3)) allocate({ ...given, effort: shared })
  expect(allocate({ ...easy, effort: shared })).toEqual(allocate(easy))
})

test('hundreds of lines over hundreds of locations with little of each are given up in time, too', () => {
  const each = <T>(count: number, one: (i: number) => T) => Array.from({ length: count }, (_, i) => one(i))
  const origins = each(600, i => ({
    location: `L${i}`,
    stock: new Map(each(500, v => [v, (i + v) % 3 === 0 ? 1 : 0])),
  }))
  const given: Demand = { wanted: new Map(each(500, v => [v, 150])), origins, strategy: 'fewest_shipments' }
  const effort = newEffort()
  const all = effort.left
  const plan = allocate({ ...given, effort })
  expect(effort.left).toBeGreaterThan(all / 3)
  expect(plan).toEqual(allocate({ ...given, strategy: 'priority' }))
})

test('with no effort left an order goes by priority', () => {
  const [given] = hard(20, 20, 1) as [Demand]
  const plan = allocate({ ...given, effort: { left: 0 } })
  expect(plan).toEqual(allocate({ ...given, strategy: 'priority' }))
})

test('the orders of a batch share the effort of its ledger', () => {
  const [given] = hard(20, 20, 1) as [Demand]
  const levels = given.origins.flatMap(({ location, stock: s }) =>
    [...s].map(([variant_id, units]) => ({ product_id: 1, variant_id, location_id: location, stock: units })),
  )
  const ids = given.origins.map(({ location }) => location)
  const places = ids.map(id => ({ id, allows_pickup: true }) as Place)
  const products = [...given.wanted].map(([variant_id, quantity]) => ({ variant_id, quantity }))
  const ruleWith = (left: number) =>
    planOf({ products }, createLedger(levels, ids, { left }), places, 'fewest_shipments').rule
  expect([ruleWith(newEffort().left), ruleWith(0)]).toEqual(['fewest_shipments', 'split_by_priority'])
})

test('law: the lines over the parts add up to both', () => {
  fc.assert(
    fc.property(lines, origins, (ordered, all) => {
      const plan = allocate({ wanted: gather(ordered), origins: all })
      if (!isEmpty(plan.missing)) return
      const split = splitLines(ordered, plan.parts)
      ordered.forEach(({ quantity }, line) => {
        const sum = split
          .flat()
          .filter(piece => piece.line === line)
          .reduce((n, piece) => n + piece.quantity, 0)
        expect(sum).toBe(quantity)
      })
      split.forEach((pieces, part) => {
        expect(pieces.reduce((n, { quantity }) => n + quantity, 0)).toBe(total(plan.parts[part]?.items ?? new Map()))
      })
    }),
    { numRuns: 10_000 },
  )
})

const at = (location: string, ...levels: (number | null)[]): Origin => ({
  location,
  stock: new Map(levels.map((n, i) => [i + 1, n ?? Number.POSITIVE_INFINITY])),
})
const need = (...counts: number[]): Quantities => new Map(counts.map((n, i) => [i + 1, n]))
const shipped = (plan: Plan) => plan.parts.map(({ location, items }) => [location, Object.fromEntries(items)])

test('case A: the last location ships alone when it alone can', () => {
  const plan = allocate({ wanted: need(1, 1, 1), origins: [at('L2', 1, 1, 0), at('L1', 1, 0, 0), at('L3', 1, 1, 1)] })
  expect(shipped(plan)).toEqual([['L3', { 1: 1, 2: 1, 3: 1 }]])
})

test('case B: no single one can, so each gives in turn', () => {
  const plan = allocate({ wanted: need(1, 1), origins: [at('L2', 0, 1), at('L1', 1, 0), at('L3', 1, 0)] })
  expect(shipped(plan)).toEqual([
    ['L2', { 2: 1 }],
    ['L1', { 1: 1 }],
  ])
})

test('case C: one line is split over two locations', () => {
  const plan = allocate({ wanted: need(4), origins: [at('L1', 2), at('L2', 3)] })
  expect(shipped(plan)).toEqual([
    ['L1', { 1: 2 }],
    ['L2', { 1: 2 }],
  ])
})

test('case D: unlimited stock ships everything', () => {
  expect(shipped(allocate({ wanted: need(9), origins: [at('L1', null), at('L2', 5)] }))).toEqual([['L1', { 1: 9 }]])
})

test('case E: too little everywhere leaves the rest missing', () => {
  expect(allocate({ wanted: need(3), origins: [at('L1', 1), at('L2', 1)] }).missing).toEqual(need(1))
})

test('case G: a forced location gives everything or nothing', () => {
  const all = [at('L1', 5), at('L2', 5)]
  expect(shipped(allocate({ wanted: need(5), origins: all, forced: 'L2' }))).toEqual([['L2', { 1: 5 }]])
  expect(allocate({ wanted: need(6), origins: all, forced: 'L2' }).missing).toEqual(need(1))
})

test('a pickup location goes first when it can serve everything', () => {
  const all = [at('L1', 5), at('L2', 5)]
  expect(allocate({ wanted: need(5), origins: all, pickup: 'L2' })).toMatchObject({
    rule: 'pickup',
    parts: [{ location: 'L2' }],
  })
  expect(allocate({ wanted: need(7), origins: all, pickup: 'L2' }).parts).toHaveLength(2)
})
