import { ulid } from 'ulid'
import type { World } from './clock.ts'

/** 26 characters that sort by the time of their making: locations, shipments, tracking events. */
export const newUlid = (world: World): string =>
  ulid(world.now().getTime(), () => world.random(4).readUInt32BE() / 0xffffffff)
