import { isDeepStrictEqual } from 'node:util'
import {
  invalid,
  notFound,
  type Page,
  type Paging,
  ShippingOption,
  type ShippingOptionChange,
  type ShippingOptionInput,
  unprocessable,
} from '@bodega/api'
import type { Call, Write } from '../access/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { get as getCarrier, lockCarrier } from './carriers.ts'

const maxOptions = 300

const columns = sql`
  id, code, name, additional_days, additional_cost::float8 as additional_cost, allow_free_shipping, active, created_at, updated_at`

const ofCarrier = (store: number, carrier: number) => sql`store_id = ${store} and carrier_id = ${carrier}`

export async function list(db: Queries, call: Call, carrier: number, query: Paging): Promise<Page<ShippingOption>> {
  await getCarrier(db, call, carrier)
  const { limit, offset } = windowOf(query)
  const from = sql`from shipping_carrier_options where ${ofCarrier(call.store.id, carrier)}`
  return page(db, ShippingOption, sql`select ${columns} ${from} order by id limit ${limit} offset ${offset}`, from)
}

export async function get(db: Queries, call: Call, carrier: number, id: number): Promise<ShippingOption> {
  await getCarrier(db, call, carrier)
  return find(db, call.store.id, carrier, id)
}

async function find(db: Queries, store: number, carrier: number, id: number): Promise<ShippingOption> {
  const option = await db.maybe(
    ShippingOption,
    sql`select ${columns} from shipping_carrier_options where ${ofCarrier(store, carrier)} and id = ${id}`,
  )
  if (!option) throw notFound()
  return option
}

export async function create(call: Write, carrier: number, input: ShippingOptionInput): Promise<ShippingOption> {
  const { tx, store, now } = call
  await lockCarrier(call, carrier)
  await refuseTaken(tx, store.id, carrier, input.code)
  const option = await tx.maybe(
    ShippingOption,
    sql`
      insert into shipping_carrier_options (store_id, carrier_id, code, name, additional_days, additional_cost,
                                            allow_free_shipping, active, created_at, updated_at)
      select ${store.id}, ${carrier}, ${input.code}, ${input.name}, ${input.additional_days ?? 0}, ${input.additional_cost ?? 0},
             ${input.allow_free_shipping ?? false}, ${input.active ?? true}, ${now}, ${now}
       where (select count(*) from shipping_carrier_options where ${ofCarrier(store.id, carrier)}) < ${maxOptions}
      returning ${columns}`,
  )
  if (!option) throw unprocessable(`A carrier can have at most ${maxOptions} options`)
  return option
}

export async function update(
  call: Write,
  carrier: number,
  id: number,
  change: ShippingOptionChange,
): Promise<ShippingOption> {
  const { tx, store, now } = call
  await lockCarrier(call, carrier)
  const before = await find(tx, store.id, carrier, id)
  const { code, name } = { ...before, ...change }
  const terms = {
    code,
    name,
    additional_days: change.additional_days ?? before.additional_days,
    additional_cost: change.additional_cost ?? before.additional_cost,
    allow_free_shipping: change.allow_free_shipping ?? before.allow_free_shipping,
    active: change.active ?? before.active,
  }
  if (isDeepStrictEqual({ ...before, ...terms }, before)) return before
  if (code !== before.code) await refuseTaken(tx, store.id, carrier, code)
  return tx.one(
    ShippingOption,
    sql`
      update shipping_carrier_options
         set code = ${code}, name = ${name}, additional_days = ${terms.additional_days},
             additional_cost = ${terms.additional_cost}, allow_free_shipping = ${terms.allow_free_shipping},
             active = ${terms.active}, updated_at = greatest(updated_at, ${now})
       where ${ofCarrier(store.id, carrier)} and id = ${id}
      returning ${columns}`,
  )
}

export async function remove(call: Write, carrier: number, id: number): Promise<Record<never, never>> {
  const { tx, store } = call
  await lockCarrier(call, carrier)
  const gone = await tx.run(sql`
    delete from shipping_carrier_options where ${ofCarrier(store.id, carrier)} and id = ${id}`)
  if (gone === 0) throw notFound()
  return {}
}

/** Under the lock of the carrier, so that nobody takes it meanwhile. */
async function refuseTaken(tx: Tx, store: number, carrier: number, code: string): Promise<void> {
  const taken = await tx.run(sql`
    select 1 from shipping_carrier_options where ${ofCarrier(store, carrier)} and code = ${code}`)
  if (taken > 0) throw invalid({ code: ['has already been taken'] })
}
