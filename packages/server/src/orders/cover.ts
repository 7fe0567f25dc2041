/**
 * Whether so many locations can cover a need. It is the one loop of the product that is exponential, so it is written
 * for speed: what is looked at lies in flat arrays, and next to nothing is allocated on the way down.
 *
 * What cuts it short is a bound. Give every open variant a weight, and every location the sum of the shares that it
 * covers, weighted: where the best few locations do not add up to all weights, no few locations cover the need. The
 * weights are moved towards what those best ones leave uncovered, so that they prove more with each try, or the best
 * ones turn out to be a cover. They are kept from one place of the search to the next, which is much like it.
 */

export interface Cover {
  /** At most so many of the locations from `from` on that cover what is open, or nothing where there are none. */
  cover(open: readonly number[], places: number, from: number): number[] | undefined
  /** The work was given up: what was said last is not proved. */
  isSpent(): boolean
  /** How many levels were looked at. */
  work(): number
}

/** How often the weights are moved before the search branches, at its root and further down, and how far each time. */
const rootTries = 8
const tries = 3
const speed = 0.3

/** It is given up when more levels than the budget were looked at. */
export function createCover(need: readonly number[], levels: readonly (readonly number[])[], budget: number): Cover {
  const width = need.length
  const count = levels.length
  const level = new Float64Array(count * width)
  for (const [i, row] of levels.entries()) level.set(row, i * width)
  const isFree = new Uint8Array(count)
  const weight = new Float64Array(width).fill(1)
  /** Of each variant the locations that have it, those with the most first. */
  const holders = need.map((_, v) => {
    const those: number[] = []
    for (let i = 0; i < count; i++) if ((level[i * width + v] as number) > 0) those.push(i)
    return Int32Array.from(those.sort((a, b) => (level[b * width + v] as number) - (level[a * width + v] as number)))
  })
  const opens = Array.from({ length: count + 1 }, () => new Float64Array(width))
  /** How many of the free locations have each variant. */
  const held = new Int32Array(width)
  // Of the place in the search that is being looked at: the open variants with their weights, and the free locations
  // with the share that each has of each of them.
  const columns = new Int32Array(width)
  const inverse = new Float64Array(width)
  const weights = new Float64Array(width)
  const shares = new Float64Array(count * width)
  const rows = new Int32Array(count)
  const scores = new Float64Array(count)
  const best = { rows: new Int32Array(count + 1), kept: 0, sum: 0, total: 0 }
  const chosen: number[] = []
  let work = 0

  function descend(places: number, attempts: number): boolean {
    const open = opens[places] as Float64Array
    let kinds = 0
    for (let v = 0; v < width; v++) if ((open[v] as number) > 0) columns[kinds++] = v
    if (kinds === 0) return true
    if (places === 0) return false
    const scarce = scarcest(open, kinds, places)
    if (scarce < 0) return false
    if (places === 1) return lastOne(open, scarce)
    const free = share(open, kinds, places)
    for (let attempt = 1; ; attempt++) {
      if (best.sum < best.total * (1 - 1e-9)) return false
      if (learn(kinds, free, places)) {
        for (let k = 0; k < Math.min(free, places); k++) chosen.push(rows[best.rows[k] as number] as number)
        return true
      }
      if (attempt === attempts) break
      score(kinds, free, places)
    }
    return work <= budget && branch(open, places, scarce, free)
  }

  /** The open variant that the fewest locations have; -1 where the largest levels cannot do for one. */
  function scarcest(open: Float64Array, kinds: number, places: number): number {
    let scarce = -1
    let fewest = count + 1
    for (let k = 0; k < kinds; k++) {
      const v = columns[k] as number
      const those = holders[v] as Int32Array
      let left = open[v] as number
      let most = places
      for (let h = 0; h < those.length && most > 0 && left > 0; h++) {
        const i = those[h] as number
        work++
        if (isFree[i] === 0) continue
        left -= level[i * width + v] as number
        most--
      }
      if (left > 0) return -1
      if ((held[v] as number) < fewest) {
        scarce = v
        fewest = held[v] as number
      }
    }
    return scarce
  }

  /** The last place needs one that covers all that is left. */
  function lastOne(open: Float64Array, scarce: number): boolean {
    for (const i of holders[scarce] as Int32Array) {
      const at = i * width
      if ((level[at + scarce] as number) < (open[scarce] as number)) break
      if (isFree[i] === 0) continue
      let v = 0
      while (v < width && (level[at + v] as number) >= (open[v] as number)) v++
      work += v
      if (v < width) continue
      chosen.push(i)
      return true
    }
    return false
  }

  /** How many locations are free; leaves behind which share each of them has of each open variant, and the best. */
  function share(open: Float64Array, kinds: number, places: number): number {
    weigh(kinds)
    for (let k = 0; k < kinds; k++) inverse[k] = 1 / (open[columns[k] as number] as number)
    let free = 0
    let at = 0
    for (let i = 0; i < count; i++) {
      if (isFree[i] === 0) continue
      const row = i * width
      let mine = 0
      for (let k = 0; k < kinds; k++) {
        const part = Math.min(1, (level[row + (columns[k] as number)] as number) * (inverse[k] as number))
        shares[at++] = part
        mine += part * (weights[k] as number)
      }
      rows[free] = i
      rank(free++, mine, places)
    }
    work += at
    return free
  }

  /** The best under the weights as they are now. */
  function score(kinds: number, free: number, places: number): void {
    weigh(kinds)
    let at = 0
    for (let row = 0; row < free; row++) {
      let mine = 0
      for (let k = 0; k < kinds; k++) mine += (shares[at++] as number) * (weights[k] as number)
      rank(row, mine, places)
    }
    work += at
  }

  function weigh(kinds: number): void {
    best.kept = 0
    best.sum = 0
    best.total = 0
    for (let k = 0; k < kinds; k++) {
      const mine = weight[columns[k] as number] as number
      weights[k] = mine
      best.total += mine
    }
  }

  /** Keeps the best few in order, and their sum. */
  function rank(row: number, mine: number, places: number): void {
    scores[row] = mine
    let k = best.kept
    if (k === places) {
      const last = scores[best.rows[k - 1] as number] as number
      if (mine <= last) return
      best.sum -= last
      k--
    } else best.kept++
    best.sum += mine
    for (; k > 0 && (scores[best.rows[k - 1] as number] as number) < mine; k--)
      best.rows[k] = best.rows[k - 1] as number
    best.rows[k] = row
  }

  /** Moves the weights towards what the best leave uncovered; true where they leave nothing. */
  function learn(kinds: number, free: number, places: number): boolean {
    const few = Math.min(free, places)
    let isCover = true
    let largest = 0
    for (let k = 0; k < kinds; k++) {
      let lack = 1
      for (let b = 0; b < few; b++) lack -= shares[(best.rows[b] as number) * kinds + k] as number
      if (lack > 1e-9) isCover = false
      const v = columns[k] as number
      const next = (weight[v] as number) * Math.exp(speed * Math.max(-1, lack))
      weight[v] = next
      if (next > largest) largest = next
    }
    // Within bounds, so that no variant is forgotten for good.
    for (let k = 0; k < kinds; k++) {
      const v = columns[k] as number
      weight[v] = Math.max(1e-4, (weight[v] as number) / largest)
    }
    return isCover
  }

  function take(i: number): void {
    isFree[i] = 0
    for (let v = 0; v < width; v++) if ((level[i * width + v] as number) > 0) held[v] = (held[v] as number) - 1
  }

  function putBack(i: number): void {
    isFree[i] = 1
    for (let v = 0; v < width; v++) if ((level[i * width + v] as number) > 0) held[v] = (held[v] as number) + 1
  }

  /** One of those that have the scarcest variant must be among the chosen; tried and failed ones are out for good. */
  function branch(open: Float64Array, places: number, scarce: number, free: number): boolean {
    const tried: { i: number; score: number }[] = []
    for (let row = 0; row < free; row++) {
      const i = rows[row] as number
      if ((level[i * width + scarce] as number) > 0) tried.push({ i, score: scores[row] as number })
    }
    tried.sort((a, b) => b.score - a.score)
    const next = opens[places - 1] as Float64Array
    let isFound = false
    let taken = 0
    for (const { i } of tried) {
      take(i)
      taken++
      for (let v = 0; v < width; v++) next[v] = Math.max(0, (open[v] as number) - (level[i * width + v] as number))
      chosen.push(i)
      isFound = descend(places - 1, tries)
      if (isFound || work > budget) break
      chosen.pop()
    }
    for (let t = 0; t < taken; t++) putBack(tried[t]?.i as number)
    return isFound
  }

  return {
    cover(open, places, from) {
      isFree.fill(1)
      for (let v = 0; v < width; v++) held[v] = (holders[v] as Int32Array).length
      for (let i = 0; i < from; i++) take(i)
      opens[places]?.set(open)
      chosen.length = 0
      return descend(places, rootTries) ? chosen.toSorted((a, b) => a - b) : undefined
    },
    isSpent: () => work > budget,
    work: () => work,
  }
}
