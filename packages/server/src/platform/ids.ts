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

/** A UUID of version 7, which sorts by time, in milliseconds; the rest is 18 digits. */
export function uuidAt(milliseconds: number, rest: string): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`
}

/** One that nobody can guess: custom fields. */
export const newUuid = (world: World): string => uuidAt(world.now().getTime(), world.random(9).toString('hex'))
