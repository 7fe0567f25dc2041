/** What follows from a seed alone, so that a run can be repeated as far as machines can repeat one. */
export interface Chance {
  /** Both ends included. */
  integer(min: number, max: number): number
  choose<T>(list: readonly T[]): T
  /** True in so many of a hundred. */
  percent(share: number): boolean
}

/** The generator "mulberry32": 32 bits of state, and good enough to choose what to break. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    integer,
    choose: list => {
      const chosen = list[integer(0, list.length - 1)]
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    percent: share => next() * 100 < share,
  }
}
