import type { Origin, Quantities } from './quantities.ts'

export interface Chosen {
  /** By priority. */
  chosen: Origin[]
  isProved: boolean
}

/**
 * Steps of the search before it settles for what it has. Counted instead of timed, so that the same order is always
 * decided the same way.
 */
const budget = 400_000

/**
 * The least number of locations that together cover the need; of equally many the one with the better priorities.
 * `undefined` where all of them together cannot.
 *
 * This is covering by integers, which is hard in general, so it is a search: first how many are needed (from the
 * fewest that could do, upwards), then who, by giving each place to the first location that still allows that number.
 * Two bounds cut it short: of every variant the largest levels must do in the places that are left, and the shares
 * that the best locations cover must add up to all that is open.
 */
export function fewest(wanted: Quantities, origins: readonly Origin[]): Chosen | undefined {
  const variants = [...wanted.keys()]
  const need = variants.map(variant => wanted.get(variant) ?? 0)
  const useful = origins.filter(({ stock }) => variants.some(variant => (stock.get(variant) ?? 0) > 0))
  const levels = useful.map(({ stock }) =>
    variants.map((variant, v) => Math.min(stock.get(variant) ?? 0, need[v] ?? 0)),
  )
  if (need.some((count, v) => levels.reduce((sum, level) => sum + (level[v] ?? 0), 0) < count)) return undefined

  const search = createSearch(need, levels)
  const upper = greedy(need, levels)
  let size = upper.length
  for (let k = 1; k < upper.length; k++) {
    if (search.isPossible(need, k, 0)) {
      size = k
      break
    }
    if (search.isSpent()) return { chosen: pick(useful, upper), isProved: false }
  }

  const places: number[] = []
  let open = need
  for (let i = 0; i < useful.length && places.length < size; i++) {
    const after = without(open, levels[i] ?? [])
    if (!search.isPossible(after, size - places.length - 1, i + 1)) continue
    places.push(i)
    open = after
  }
  const isWhole = open.every(count => count === 0)
  return { chosen: pick(useful, isWhole ? places : upper), isProved: isWhole && !search.isSpent() }
}

const pick = (origins: readonly Origin[], places: readonly number[]): Origin[] =>
  [...places]
    .sort((a, b) => a - b)
    .map(i => origins[i])
    .filter(origin => origin !== undefined)

const without = (need: readonly number[], level: readonly number[]): number[] =>
  need.map((count, v) => Math.max(0, count - (level[v] ?? 0)))

/** Whoever covers the largest share of what is open, again and again: never far off, and the bound to beat. */
function greedy(need: readonly number[], levels: readonly (readonly number[])[]): number[] {
  const chosen: number[] = []
  let open = [...need]
  while (open.some(count => count > 0)) {
    let best = -1
    let most = 0
    for (let i = 0; i < levels.length; i++) {
      if (chosen.includes(i)) continue
      const share = shareOf(open, levels[i] ?? [])
      if (share > most + 1e-9) {
        best = i
        most = share
      }
    }
    chosen.push(best)
    open = without(open, levels[best] ?? [])
  }
  return chosen
}

/** How much of the open need a location covers, each variant counting as one. */
function shareOf(open: readonly number[], level: readonly number[]): number {
  let share = 0
  for (let v = 0; v < open.length; v++) {
    const count = open[v] ?? 0
    if (count > 0) share += Math.min(level[v] ?? 0, count) / count
  }
  return share
}

/**
 * The search itself is written for speed: it is the one loop of the product that is exponential. Levels lie in one
 * array, location by location; what is open at a depth is written over what an earlier branch left there.
 */
function createSearch(need: readonly number[], levels: readonly (readonly number[])[]) {
  const width = need.length
  const level = Float64Array.from(levels.flat())
  const isFree = new Uint8Array(levels.length)
  const shares = new Float64Array(levels.length)
  /** Of each variant the locations that have it, those with the most first. */
  const holders = need.map((_, v) =>
    Int32Array.from(levels.keys())
      .filter(i => (level[i * width + v] as number) > 0)
      .sort((a, b) => (level[b * width + v] as number) - (level[a * width + v] as number)),
  )
  const opens = Array.from({ length: levels.length + 1 }, () => new Float64Array(width))
  let steps = 0

  /** Can `places` more of the locations from `from` on cover what is open? */
  function isPossible(open: readonly number[], places: number, from: number): boolean {
    isFree.fill(0, 0, from).fill(1, from)
    opens[places]?.set(open)
    return descend(places)
  }

  function descend(places: number): boolean {
    const open = opens[places] as Float64Array
    const isCovered = open.every(count => count === 0)
    if (isCovered || places === 0 || ++steps > budget) return isCovered
    const scarce = scarcest(open, places)
    if (scarce === undefined || !canShareOut(open, places)) return false
    // One of those that have the scarcest variant must be among the chosen; tried and failed ones are out for good.
    const tried = (holders[scarce] as Int32Array).filter(i => isFree[i] === 1)
    const share = Float64Array.from(tried, i => shares[i] as number)
    const order = Array.from(tried.keys()).sort((a, b) => (share[b] as number) - (share[a] as number))
    let isFound = false
    for (const place of order) {
      const i = tried[place] as number
      isFree[i] = 0
      const next = opens[places - 1] as Float64Array
      for (let v = 0; v < width; v++) next[v] = Math.max(0, (open[v] as number) - (level[i * width + v] as number))
      isFound = descend(places - 1)
      if (isFound || steps > budget) break
    }
    for (const i of tried) isFree[i] = 1
    return isFound
  }

  /** The open variant that the fewest locations have; `undefined` where the largest levels cannot do for one. */
  function scarcest(open: Float64Array, places: number): number | undefined {
    let scarce: number | undefined
    let fewestHolders = Number.POSITIVE_INFINITY
    for (let v = 0; v < width; v++) {
      const count = open[v] as number
      if (count === 0) continue
      let held = 0
      let most = 0
      for (const i of holders[v] as Int32Array) {
        if (isFree[i] === 0) continue
        if (held++ < places) most += level[i * width + v] as number
      }
      if (most < count) return undefined
      if (held < fewestHolders) {
        scarce = v
        fewestHolders = held
      }
    }
    return scarce
  }

  /** Whether the best `places` shares add up to all that is open. Leaves the shares behind. */
  function canShareOut(open: Float64Array, places: number): boolean {
    let wanted = 0
    for (let v = 0; v < width; v++) if ((open[v] as number) > 0) wanted++
    const best = new Float64Array(places)
    for (let i = 0; i < levels.length; i++) {
      if (isFree[i] === 0) continue
      let share = 0
      for (let v = 0; v < width; v++) {
        const count = open[v] as number
        if (count > 0) share += Math.min(level[i * width + v] as number, count) / count
      }
      shares[i] = share
      for (let k = places - 1; k >= 0 && share > (best[k] as number); k--) {
        if (k < places - 1) best[k + 1] = best[k] as number
        best[k] = share
      }
    }
    let sum = 0
    for (const share of best) sum += share
    return sum >= wanted - 1e-9
  }

  return { isPossible, isSpent: () => steps > budget }
}
