import { encodeTime, MAX_ULID, TIME_LEN, ulid } from 'ulid'
import type { World } from './clock.ts'

/** 26 characters that sort by the time of their making: locations, shipments, tracking events. */
export const newUlid = (world: World): string =>
  // The time is written apart from chance: `ulid` takes the moment 0 for none, and asks the machine's clock.
  encodeTime(world.now().getTime()) + ulid(1, chance(world.random(MAX_ULID.length - TIME_LEN))).slice(TIME_LEN)

/** A byte for each letter, asked for all at once. */
function chance(bytes: Buffer): () => number {
  let at = 0
  return () => (bytes[at++] ?? 0) / 256
}
