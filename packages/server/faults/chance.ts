import { between, createRandom, pick } from '../src/seeding/index.ts'

/** What follows from a seed alone, so that a run can be repeated as far as machines can repeat one. */
export interface Chance {
  /** Both ends included. */
  integer(min: number, max: number): number
  choose<T>(list: readonly T[]): T
  /** True in so many of a hundred. */
  percent(share: number): boolean
}

export function chanceOf(seed: number): Chance {
  const random = createRandom(seed)
  return {
    integer: (min, max) => between(random, min, max),
    choose: list => pick(random, list),
    percent: share => random() * 100 < share,
  }
}
