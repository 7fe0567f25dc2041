import {
  Location,
  type LocationChange,
  type LocationInput,
  notFound,
  type Page,
  type Paging,
  type Priority,
  unprocessable,
} from '@bodega/api'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { empty, json, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { newUlid } from '../platform/ids.ts'
import { lockStore } from '../stores/index.ts'
import { addressOf, needsDefault, priorityOf, refuseBlanked } from './input.ts'
import { localizeName } from './names.ts'
import { arrange, moved, type Order, refuseBadPriorities } from './order.ts'
import { locationIds } from './places.ts'

const maxLocations = 1000

const columns = sql`id, store_id::text, name, address, is_default, allows_pickup, priority, created_at, updated_at`

export async function get(db: Queries, store: number, id: string, locking = empty): Promise<Location> {
  const location = await db.maybe(
    Location,
    sql`select ${columns} from locations where store_id = ${store} and id = ${id} ${locking}`,
  )
  if (!location) throw notFound('Location with such id does not exist')
  return location
}

export function list(db: Queries, store: number, query: Paging): Promise<Page<Location>> {
  const { limit, offset } = windowOf(query)
  const from = sql`from locations where store_id = ${store}`
  return page(db, Location, sql`select ${columns} ${from} order by priority limit ${limit} offset ${offset}`, from)
}

/** All locations of the store by priority, and no other writer until this transaction ends. */
async function lock(tx: Tx, store: number): Promise<Order> {
  await lockStore(tx, store)
  return locationIds(tx, store)
}

/** Numbers beyond any priority: whoever moves waits there, so that no two ever stand on one place. */
const aside = 1_000_000_000

/** Gives the locations their places and tells of each that moved; a newcomer is told of by its maker. */
async function rearrange({ tx, store, now }: Write, before: Order, after: Order, newcomer?: string): Promise<void> {
  const ids = moved(before, after)
  if (ids.length === 0) return
  await tx.run(sql`
    update locations set priority = priority + ${aside}::int where store_id = ${store.id} and id = any(${ids})`)
  await tx.run(sql`
    update locations l set priority = place.priority, updated_at = greatest(l.updated_at, ${now})
      from unnest(${ids}::text[], ${ids.map(id => after.indexOf(id))}::int[]) as place (id, priority)
     where l.store_id = ${store.id} and l.id = place.id`)
  const told = ids.filter(id => id !== newcomer).map(id => ({ id }))
  emit(tx, store.id, now, 'location/updated', ...told)
}

export async function create(call: Write, input: LocationInput): Promise<Location> {
  const { tx, store, now } = call
  const before = await lock(tx, store.id)
  if (before.length === maxLocations) {
    throw unprocessable(`Store has reached maximum limit of ${maxLocations} allowed locations`)
  }
  const id = newUlid(call.world)
  const atEnd = [...before, id]
  await tx.run(sql`
    insert into locations (store_id, id, name, address, allows_pickup, priority, created_at, updated_at)
    values (${store.id}, ${id}, ${json(localizeName(input.name, store))}, ${json(addressOf(input.address))},
            ${input.allows_pickup ?? false}, ${before.length}, ${now}, ${now})`)
  emit(tx, store.id, now, 'location/created', { id })
  const priority = priorityOf(input)
  if (priority !== undefined) await rearrange(call, atEnd, arrange(atEnd, [{ id, priority }]), id)
  return get(tx, store.id, id)
}

export async function update(call: Write, id: string, change: LocationChange): Promise<Location> {
  const { tx, store, now } = call
  const priority = priorityOf(change)
  // One that stays in its place needs no other, so writers of different locations do not wait for each other.
  const before = priority === undefined ? [] : await lock(tx, store.id)
  const old = await held(tx, store.id, id)
  if (change.is_default === false && old.is_default) throw needsDefault()
  const name = change.name === undefined ? old.name : localizeName(change.name, store, old.name)
  refuseBlanked(old.address, change.address)
  const address = addressOf({ ...old.address, ...change.address })
  const allowsPickup = change.allows_pickup ?? old.allows_pickup
  const after = priority === undefined ? before : arrange(before, [{ id, priority }])
  const changed = await tx.maybe(
    Location,
    sql`
    update locations set name = ${json(name)}, address = ${json(address)}, allows_pickup = ${allowsPickup},
           updated_at = greatest(updated_at, ${now})
     where store_id = ${store.id} and id = ${id}
       and (name, address, allows_pickup) is distinct from (${json(name)}, ${json(address)}, ${allowsPickup}::boolean)
    returning ${columns}`,
  )
  // A location that moves as well is told of once, by the move.
  if (changed && before.indexOf(id) === after.indexOf(id)) emit(tx, store.id, now, 'location/updated', { id })
  if (priority === undefined) return changed ?? old
  await rearrange(call, before, after)
  return get(tx, store.id, id)
}

/** The location, and no other writer of it until this transaction ends; stock may be put there meanwhile. */
const held = (tx: Tx, store: number, id: string): Promise<Location> => get(tx, store, id, sql`for no key update`)

/** Several at once, all or nothing (D42). */
export async function prioritize(call: Write, priorities: readonly Priority[]): Promise<Priority[]> {
  const before = await lock(call.tx, call.store.id)
  refuseBadPriorities(before, priorities, index => `${index}`)
  const after = arrange(before, priorities)
  await rearrange(call, before, after)
  return priorities.map(({ id }) => ({ id, priority: after.indexOf(id) }))
}

export async function chooseDefault(call: Write, id: string): Promise<Location> {
  const { tx, store } = call
  const before = await lock(tx, store.id)
  await get(tx, store.id, id)
  await rearrange(call, before, arrange(before, [{ id, priority: 0 }]))
  return get(tx, store.id, id)
}

/** What stands against the deletion of a location: the stock and the shipments that others keep there. */
export type Release = (call: Write, id: string) => Promise<void>

/** Whoever is putting something here at this moment is done before anyone looks whether something is here. */
export async function hold({ tx, store }: Write, id: string): Promise<Order> {
  const all = await lock(tx, store.id)
  await tx.run(sql`select 1 from locations where store_id = ${store.id} and id = ${id} for update`)
  return all
}

export async function remove(call: Write, id: string, release: Release): Promise<null> {
  const { tx, store, now } = call
  const before = await hold(call, id)
  const location = await get(tx, store.id, id)
  if (location.is_default) throw unprocessable('The default location cannot be deleted')
  await release(call, id)
  await tx.run(sql`delete from locations where store_id = ${store.id} and id = ${id}`)
  emit(tx, store.id, now, 'location/deleted', { id })
  await rearrange(
    call,
    before,
    before.filter(other => other !== id),
  )
  return null
}

/** A store that never made a location has one as soon as it keeps stock: clients expect `stock` to work at once. */
export async function ensureLocations(call: Write): Promise<Order> {
  const { tx, store } = call
  const known = await locationIds(tx, store.id)
  if (known.length > 0) return known
  const country = { code: store.country, name: store.country }
  const nowhere = { code: '', name: '' }
  const address = { zipcode: '', street: '', city: '', province: nowhere, region: nowhere, country }
  // Another request may be making it at this moment: whoever comes second finds it behind the lock.
  const locked = await lock(tx, store.id)
  return locked.length > 0 ? locked : [(await create(call, { name: 'Principal', address })).id]
}
