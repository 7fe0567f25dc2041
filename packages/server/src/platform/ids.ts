import { encodeTime, TIME_LEN, ulid } from 'ulid'
import type { World } from './clock.ts'

/** 26 characters that sort by the time of their making: locations, shipments, tracking events. */
export const newUlid = (world: World): string =>
  // The time is written apart from chance: `ulid` takes the moment 0 for none, and asks the machine's clock.
  encodeTime(world.now().getTime()) + ulid(1, () => world.random(4).readUInt32BE() / 0xffffffff).slice(TIME_LEN)
