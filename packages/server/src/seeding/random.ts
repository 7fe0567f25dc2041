/** A number from 0 up to 1, always the same ones for the same seed: chance comes in as a parameter. */
export type Random = () => number

/** Mulberry32: four lines, a full period, and good enough for prices and stock. Nothing secret is made of it. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A generator for one thing among many, so that the thousandth is the same whoever asks for it first. */
export const randomOf = (seed: number, index: number): Random =>
  createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b))

/** A whole number, both bounds included. */
export const between = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1))

export function pick<T>(random: Random, from: readonly T[]): T {
  // Never past the end: chance stays below 1. An empty list is a fault of the caller.
  return from[Math.floor(random() * from.length)] as T
}

/** Whether something happens that happens so often. */
export const chance = (random: Random, often: number): boolean => random() < often
