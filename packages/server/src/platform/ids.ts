import { encodeTime, MAX_ULID, TIME_LEN } from 'ulid'
import type { World } from './clock.ts'

/** Those of Crockford's base 32. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 26 characters that sort by the time of their making: locations, shipments, tracking events. */
export function newUlid(world: World): string {
  let id = encodeTime(world.now().getTime())
  // A byte for each letter; of its values as many lead to each.
  for (const byte of world.random(MAX_ULID.length - TIME_LEN)) id += letters[byte % letters.length]
  return id
}

/** A UUID of version 7, which sorts by the time of its making: custom fields. */
export function newUuid(world: World): string {
  const time = world.now().getTime().toString(16).padStart(12, '0')
  const chance = world.random(9).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6)}`
}
