import { isDeepStrictEqual } from 'node:util'
import {
  invalid,
  notFound,
  type OfferedCarrier,
  type Page,
  type Paging,
  ShippingCarrier,
  type ShippingCarrierChange,
  type ShippingCarrierInput,
  ShippingOption,
  unprocessable,
} from '@bodega/api'
import Type, { type Static } from 'typebox'
import { type Call, holdToken, isSuspended, type Write } from '../access/index.ts'
import { tableCarrier } from '../orders/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { empty, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { tableCode } from './offers.ts'
import { tableNames } from './tables.ts'

const maxCarriers = 500

const columns = sql`id, name, callback_url, callback_labels_url, types, active, created_at, updated_at`

/** An app sees its own carriers only. */
export function list(db: Queries, { store, actor }: Call, query: Paging): Promise<Page<ShippingCarrier>> {
  const { limit, offset } = windowOf(query)
  const from = sql`from shipping_carriers where store_id = ${store.id} and actor = ${actor}`
  return page(db, ShippingCarrier, sql`select ${columns} ${from} order by id limit ${limit} offset ${offset}`, from)
}

export async function get(db: Queries, { store, actor }: Call, id: number, locking = empty): Promise<ShippingCarrier> {
  const carrier = await db.maybe(
    ShippingCarrier,
    sql`select ${columns} from shipping_carriers where store_id = ${store.id} and actor = ${actor} and id = ${id} ${locking}`,
  )
  if (!carrier) throw notFound()
  return carrier
}

export async function create(call: Write, input: ShippingCarrierInput, checkUrl: CheckUrl): Promise<ShippingCarrier> {
  refuseAddresses(input, checkUrl)
  const { tx, store, actor, now } = call
  await holdToken(call)
  const carrier = await tx.maybe(
    ShippingCarrier,
    sql`
      insert into shipping_carriers (store_id, actor, name, callback_url, callback_labels_url, types, active, created_at, updated_at)
      select ${store.id}, ${actor}, ${input.name}, ${input.callback_url}, ${input.callback_labels_url || null},
             ${typesOf(input.types)}, ${input.active ?? true}, ${now}, ${now}
       where (select count(*) from shipping_carriers where store_id = ${store.id} and actor = ${actor}) < ${maxCarriers}
      returning ${columns}`,
  )
  if (!carrier) throw unprocessable(`An application can have at most ${maxCarriers} carriers in a store`)
  return carrier
}

/** The carrier of the calling app, and no other writer of it or its options until the transaction ends. */
export const lockCarrier = (call: Write, id: number): Promise<ShippingCarrier> =>
  get(call.tx, call, id, sql`for no key update`)

export async function update(
  call: Write,
  id: number,
  change: ShippingCarrierChange,
  checkUrl: CheckUrl,
): Promise<ShippingCarrier> {
  refuseAddresses(change, checkUrl)
  const before = await lockCarrier(call, id)
  const { name, callback_url, callback_labels_url, types } = { ...before, ...change }
  const terms = {
    name,
    callback_url,
    callback_labels_url: callback_labels_url || null,
    types: typesOf(types),
    active: change.active ?? before.active,
  }
  if (isDeepStrictEqual({ ...before, ...terms }, before)) return before
  return call.tx.one(
    ShippingCarrier,
    sql`
      update shipping_carriers
         set name = ${terms.name}, callback_url = ${terms.callback_url}, callback_labels_url = ${terms.callback_labels_url},
             types = ${terms.types}, active = ${terms.active}, updated_at = greatest(updated_at, ${call.now})
       where store_id = ${call.store.id} and id = ${id}
      returning ${columns}`,
  )
}

export async function remove(call: Write, id: number): Promise<Record<never, never>> {
  await lockCarrier(call, id)
  await call.tx.run(sql`delete from shipping_carriers where store_id = ${call.store.id} and id = ${id}`)
  return {}
}

const typesOf = (types: ShippingCarrierInput['types']) => (types === 'pickup,ship' ? 'ship,pickup' : types)

function refuseAddresses(input: ShippingCarrierChange, checkUrl: CheckUrl): void {
  for (const field of ['callback_url', 'callback_labels_url'] as const) {
    const url = input[field]
    const refusal = url ? checkUrl(url) : undefined
    if (refusal !== undefined) throw invalid({ [field]: [refusal] })
  }
}

const ActiveCarrier = Type.Object({
  ...Type.Pick(ShippingCarrier, ['id', 'name', 'callback_url', 'types']).properties,
  actor: Type.String(),
  options: Type.Array(
    Type.Pick(ShippingOption, ['id', 'code', 'name', 'additional_days', 'additional_cost', 'allow_free_shipping']),
  ),
})
/** A carrier as a quote needs it: with its active options, of which there is at least one. */
export type ActiveCarrier = Static<typeof ActiveCarrier>

/** Those that a quote asks, whichever app made them; to one that is suspended nothing is sent (contract 5.4). */
export const activeCarriers = (db: Queries, store: number): Promise<ActiveCarrier[]> =>
  db.many(
    ActiveCarrier,
    sql`
      select c.id, c.name, c.callback_url, c.types, c.actor,
             json_agg(json_build_object('id', o.id, 'code', o.code, 'name', o.name, 'additional_days', o.additional_days,
                                        'additional_cost', o.additional_cost, 'allow_free_shipping', o.allow_free_shipping)
                      order by o.id) as options
        from shipping_carriers c
        join shipping_carrier_options o on o.store_id = c.store_id and o.carrier_id = c.id and o.active
       where c.store_id = ${store} and c.active and not ${isSuspended(sql`c.store_id`, sql`c.actor`)}
       group by c.store_id, c.id
       order by c.id`,
  )

/** What a carrier `c` offers. */
export const carrierOptions = sql`
  (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'code', o.code,
                                              'allow_free_shipping', o.allow_free_shipping) order by o.id), '[]')
     from shipping_carrier_options o where o.store_id = c.store_id and o.carrier_id = c.id)`

const Offered = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  options: Type.Array(Type.Pick(ShippingOption, ['id', 'name', 'code', 'allow_free_shipping'])),
})

/** What a store can ship by, whoever offers it; its own tables first. */
export async function offered(db: Queries, store: number, query: Paging): Promise<Page<OfferedCarrier>> {
  const { limit, offset } = windowOf(query)
  const [carriers, tables] = await Promise.all([
    db.many(
      Offered,
      sql`
        select c.id, c.name,
               ${carrierOptions} as options
          from shipping_carriers c
         where c.store_id = ${store}
         order by c.id`,
    ),
    tableNames(db, store),
  ])
  const options = tables.map(table => ({ ...table, code: tableCode(table) }))
  const all = [...(tables.length > 0 ? [{ id: 0, name: tableCarrier.name, options }] : []), ...carriers]
  return { items: all.slice(offset, offset + limit), total: all.length }
}

/** Whoever leaves the store takes its carriers along (D29). */
export const removeCarriers = (tx: Tx, store: number, actor: string): Promise<number> =>
  tx.run(sql`delete from shipping_carriers where store_id = ${store} and actor = ${actor}`)
