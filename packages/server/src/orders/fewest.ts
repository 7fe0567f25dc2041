import { type Cover, createCover } from './cover.ts'
import type { Effort } from './effort.ts'
import type { Origin, Quantities } from './quantities.ts'

export interface Chosen {
  /** By priority. */
  chosen: Origin[]
  isProved: boolean
}

/**
 * The least number of locations that together cover the need; of equally many the one with the better priorities.
 * `undefined` where all of them together cannot, or where no effort is left to look for them.
 *
 * This is covering by integers, which is hard in general, so it is a search: first how many are needed (from the
 * fewest that could do, upwards), then who, by giving each place to the first location that still allows that number.
 */
export function fewest(wanted: Quantities, origins: readonly Origin[], effort: Effort): Chosen | undefined {
  if (effort.left <= 0) return undefined
  const variants = [...wanted.keys()]
  const need = variants.map(variant => wanted.get(variant) ?? 0)
  const useful = origins.filter(({ stock }) => variants.some(variant => (stock.get(variant) ?? 0) > 0))
  const levels = useful.map(({ stock }) =>
    variants.map((variant, v) => Math.min(stock.get(variant) ?? 0, need[v] ?? 0)),
  )
  if (need.some((count, v) => levels.reduce((sum, level) => sum + (level[v] ?? 0), 0) < count)) return undefined

  const upper = greedy(need, levels, effort)
  if (!upper) return undefined
  // One that is hard leaves something for those after it, which are mostly easy.
  const search = createCover(need, levels, effort.left / 2)
  const { places, isProved } = searched(need, levels, upper, search)
  effort.left -= search.work()
  return { chosen: pick(useful, places), isProved }
}

interface Found {
  places: number[]
  isProved: boolean
}

/** No more than the places that are known to do. */
function searched(
  need: readonly number[],
  levels: readonly (readonly number[])[],
  upper: number[],
  search: Cover,
): Found {
  let best = upper
  for (let k = 1; k < upper.length; k++) {
    const found = search.cover(need, k, 0)
    if (found) {
      best = found
      break
    }
    if (search.isSpent()) return { places: upper, isProved: false }
  }

  // The known cover tells of each of its own that there is one with it: only others have to be tried.
  const places: number[] = []
  let open: readonly number[] = need
  for (let i = 0; places.length < best.length; i++) {
    const after = without(open, levels[i] ?? [])
    const others = best.length - places.length - 1
    const known = best[places.length] === i ? best.slice(places.length + 1) : search.cover(after, others, i + 1)
    if (search.isSpent()) return { places: best, isProved: false }
    if (!known) continue
    places.push(i)
    best = [...places, ...known]
    open = after
  }
  return { places: best, isProved: true }
}

const pick = (origins: readonly Origin[], places: readonly number[]): Origin[] => places.flatMap(i => origins[i] ?? [])

const without = (need: readonly number[], level: readonly number[]): number[] =>
  need.map((count, v) => Math.max(0, count - (level[v] ?? 0)))

/** Whoever covers the largest share of what is open, again and again: never far off, and the bound to beat. */
function greedy(need: readonly number[], levels: readonly (readonly number[])[], effort: Effort): number[] | undefined {
  const kept = effort.left / 2
  const free = new Map(levels.map((level, i) => [i, variantsIn(level)]))
  const chosen: number[] = []
  let open = [...need]
  while (open.some(count => count > 0)) {
    // Of hundreds of lines over hundreds of locations it alone would take seconds.
    if (effort.left < kept) return undefined
    let best = -1
    let most = 0
    for (const [i, variants] of free) {
      const share = shareOf(open, levels[i] ?? [], variants)
      effort.left -= variants.length
      if (share > most + 1e-9) {
        best = i
        most = share
      }
    }
    free.delete(best)
    chosen.push(best)
    open = without(open, levels[best] ?? [])
  }
  return chosen.sort((a, b) => a - b)
}

const variantsIn = (level: readonly number[]): number[] => level.flatMap((count, v) => (count > 0 ? [v] : []))

/** How much of the open need a location covers with the variants that it has, each counting as one. */
function shareOf(open: readonly number[], level: readonly number[], variants: readonly number[]): number {
  let share = 0
  for (const v of variants) {
    const count = open[v] ?? 0
    if (count > 0) share += Math.min(level[v] ?? 0, count) / count
  }
  return share
}
