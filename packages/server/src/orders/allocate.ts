import type { FulfillmentStrategy } from '@bodega/api'
import { type Effort, newEffort } from './effort.ts'
import { fewest } from './fewest.ts'
import { common, covers, isEmpty, minus, type Origin, type Quantities, total } from './quantities.ts'

export interface Part {
  location: string
  items: Quantities
}

/** Why the locations of a plan were chosen (D58). */
export type Rule = 'location_id' | 'pickup' | 'single_location' | 'split_by_priority' | 'fewest_shipments' | 'bypass'

export interface Plan {
  rule: Rule
  /** In the order in which the locations were used; no two share one. */
  parts: Part[]
  /** What no location can give: then the order is refused. */
  missing: Quantities
  /** The locations looked at, in their order, and how many of the wanted units each could have given. */
  considered: { location_id: string; can_give: number }[]
  /** Whether no plan with fewer shipments exists; only `fewest_shipments` promises it. */
  isProved: boolean
}

export interface Demand {
  wanted: Quantities
  /** By priority. */
  origins: readonly Origin[]
  strategy?: FulfillmentStrategy
  /** Take everything from this one. */
  forced?: string
  /** The buyer comes here: it ships alone if it can. */
  pickup?: string
  /** Shared by those that are decided together: whoever finds none left goes by priority. */
  effort?: Effort
}

/**
 * Decides which locations ship an order (specification 1.4 to 1.6). The first that can ship the whole order ships
 * it; otherwise each gives what it has, in turn. What no location can give is left in `missing`.
 */
export function allocate({
  wanted,
  origins,
  strategy = 'priority',
  forced,
  pickup,
  effort = newEffort(),
}: Demand): Plan {
  const candidates = forced === undefined ? origins : origins.filter(({ location }) => location === forced)
  const considered = candidates.map(({ location, stock }) => ({
    location_id: location,
    can_give: total(common(wanted, stock)),
  }))
  const plan = (rule: Rule, chosen: readonly Origin[], isProved = false): Plan => ({
    rule: forced === undefined ? rule : 'location_id',
    ...walk(wanted, chosen),
    considered,
    isProved: isProved || chosen.length === 1,
  })
  const near = candidates.find(({ location, stock }) => location === pickup && covers(stock, wanted))
  if (near) return plan('pickup', [near])
  const whole = candidates.find(({ stock }) => covers(stock, wanted))
  if (whole) return plan('single_location', [whole])
  const byPriority = plan('split_by_priority', candidates)
  const found = strategy === 'fewest_shipments' ? fewest(wanted, candidates, effort) : undefined
  if (!found) return byPriority
  // A search that was given up may have found no better than this.
  const least = plan('fewest_shipments', found.chosen, found.isProved)
  return least.parts.length > byPriority.parts.length ? byPriority : least
}

/** Each gives what it has of what is still open, in turn; one that gives nothing ships nothing. */
function walk(wanted: Quantities, origins: readonly Origin[]): Pick<Plan, 'parts' | 'missing'> {
  const parts: Part[] = []
  let missing = wanted
  for (const { location, stock } of origins) {
    if (isEmpty(missing)) break
    const items = common(missing, stock)
    if (isEmpty(items)) continue
    parts.push({ location, items })
    missing = minus(missing, items)
  }
  return { parts, missing }
}

export interface SplitLine {
  line: number
  quantity: number
}

/** The lines of an order laid over the parts of its plan: filled in the order of the lines, a line may be split. */
export function splitLines(
  lines: readonly { variant_id: number; quantity: number }[],
  parts: readonly Part[],
): SplitLine[][] {
  const open = lines.map(({ quantity }) => quantity)
  return parts.map(({ items }) => {
    const left = new Map(items)
    return lines.flatMap(({ variant_id }, line) => {
      const quantity = Math.min(open[line] ?? 0, left.get(variant_id) ?? 0)
      if (quantity === 0) return []
      open[line] = (open[line] ?? 0) - quantity
      left.set(variant_id, (left.get(variant_id) ?? 0) - quantity)
      return [{ line, quantity }]
    })
  })
}
