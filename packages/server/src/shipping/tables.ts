import { isDeepStrictEqual } from 'node:util'
import {
  notFound,
  type Page,
  type Paging,
  ShippingTable,
  type ShippingTableChange,
  type ShippingTableInput,
  type ShippingZone,
  unprocessable,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import { locationIds } from '../locations/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { empty, json, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { lockStore } from '../stores/index.ts'
import { zonesOf } from './zones.ts'

/** Every quote reads all of them: so there are limits to their number and size. */
const maxTables = 300
const maxLength = 256_000
const maxTogether = 1_000_000

const columns = sql`id, name, active, allow_free_shipping, zones, created_at, updated_at`

export function list(db: Queries, store: number, query: Paging): Promise<Page<ShippingTable>> {
  const { limit, offset } = windowOf(query)
  const from = sql`from shipping_tables where store_id = ${store}`
  return page(db, ShippingTable, sql`select ${columns} ${from} order by id limit ${limit} offset ${offset}`, from)
}

export async function get(db: Queries, store: number, id: number, locking = empty): Promise<ShippingTable> {
  const table = await db.maybe(
    ShippingTable,
    sql`select ${columns} from shipping_tables where store_id = ${store} and id = ${id} ${locking}`,
  )
  if (!table) throw notFound()
  return table
}

/** Those that a quote asks, in the order in which they were made. */
export const activeTables = (db: Queries, store: number): Promise<ShippingTable[]> =>
  db.many(ShippingTable, sql`select ${columns} from shipping_tables where store_id = ${store} and active order by id`)

const Name = Type.Pick(ShippingTable, ['id', 'name', 'allow_free_shipping'])

/** All of them, without their prices. */
export const tableNames = (db: Queries, store: number): Promise<Static<typeof Name>[]> =>
  db.many(Name, sql`select id, name, allow_free_shipping from shipping_tables where store_id = ${store} order by id`)

export async function create(call: Write, input: ShippingTableInput): Promise<ShippingTable> {
  const { tx, store, now } = call
  const zones = await checkedZones(call, input.zones)
  const table = await tx.maybe(
    ShippingTable,
    sql`
      insert into shipping_tables (store_id, name, active, allow_free_shipping, zones, created_at, updated_at)
      select ${store.id}, ${input.name}, ${input.active ?? true}, ${input.allow_free_shipping ?? false}, ${json(zones)}, ${now}, ${now}
       where (select count(*) from shipping_tables where store_id = ${store.id}) < ${maxTables}
      returning ${columns}`,
  )
  if (!table) throw unprocessable(`Store has reached maximum limit of ${maxTables} allowed shipping tables`)
  return table
}

export async function update(call: Write, id: number, change: ShippingTableChange): Promise<ShippingTable> {
  const { tx, store, now } = call
  const zones = change.zones && (await checkedZones(call, change.zones, id))
  const before = await get(tx, store.id, id, sql`for no key update`)
  const after = {
    ...before,
    name: change.name ?? before.name,
    active: change.active ?? before.active,
    allow_free_shipping: change.allow_free_shipping ?? before.allow_free_shipping,
    zones: zones ?? before.zones,
  }
  if (isDeepStrictEqual(after, before)) return before
  return tx.one(
    ShippingTable,
    sql`
      update shipping_tables
         set name = ${after.name}, active = ${after.active}, allow_free_shipping = ${after.allow_free_shipping},
             zones = ${json(after.zones)}, updated_at = greatest(updated_at, ${now})
       where store_id = ${store.id} and id = ${id}
      returning ${columns}`,
  )
}

export async function remove({ tx, store }: Write, id: number): Promise<Record<never, never>> {
  const gone = await tx.run(sql`delete from shipping_tables where store_id = ${store.id} and id = ${id}`)
  if (gone === 0) throw notFound()
  return {}
}

async function checkedZones(call: Write, input: ShippingTableInput['zones'], id?: number): Promise<ShippingZone[]> {
  const zones = zonesOf(input, await nameable(call, id))
  if (JSON.stringify(zones).length > maxLength)
    throw unprocessable(`A shipping table has at most ${maxLength} characters`)
  await lockStore(call.tx, call.store.id)
  await refuseTooMuch(call, zones, id)
  return zones
}

/** A location that is gone may stay where the table named it before: so a table that was read can be sent back. */
async function nameable({ tx, store }: Write, id?: number): Promise<readonly string[]> {
  const locations = await locationIds(tx, store.id)
  if (id === undefined) return locations
  const { zones } = await get(tx, store.id, id)
  return [...locations, ...zones.flatMap(({ rates }) => rates.flatMap(({ location_id }) => location_id ?? []))]
}

const Lengths = Type.Object({ own: Type.Integer(), others: Type.Integer(), wanted: Type.Integer() })

/** Tables of a store that has more already may still shrink. All are measured as the database writes them. */
async function refuseTooMuch({ tx, store }: Write, zones: readonly ShippingZone[], id?: number): Promise<void> {
  const isOwn = sql`id is not distinct from ${id ?? null}::bigint`
  const lengths = await tx.maybe(
    Lengths,
    sql`
      select coalesce(sum(length(zones::text)) filter (where ${isOwn}), 0)::integer as own,
             coalesce(sum(length(zones::text)) filter (where not ${isOwn}), 0)::integer as others,
             length(${json(zones)}::text) as wanted
        from shipping_tables
       where store_id = ${store.id}`,
  )
  if (lengths && lengths.wanted > lengths.own && lengths.others + lengths.wanted > maxTogether)
    throw unprocessable(`The shipping tables of a store have at most ${maxTogether} characters together`)
}
