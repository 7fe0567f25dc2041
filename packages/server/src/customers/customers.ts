import { type CustomerChange, type CustomerInput, invalid, isEmail } from '@bodega/api'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import { emit } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { constraintOf } from '../platform/database/failures.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { json, sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { addressesOf, changed, type KeptCustomer, newcomers, nobody, searchOf } from './input.ts'
import { customerNotFound, locked } from './read.ts'

/** Addresses are numbered together with the customers: no two in the service share a number. */
export const numbersFor = (tx: Tx, count: number): Promise<number[]> => nextIds(tx, 'customers', count)

async function changeOf({ tx, now }: Write, old: KeptCustomer, change: CustomerChange): Promise<KeptCustomer> {
  const { addresses } = change
  if (addresses === undefined) return changed(old, change, old.addresses)
  const given = addresses ?? []
  const numbers = await numbersFor(tx, newcomers(given, old.addresses))
  return changed(old, change, addressesOf(given, old.addresses, numbers, wireTime(now)))
}

function refuse(error: unknown): never {
  if (constraintOf(error) === 'customers_email') throw invalid({ email: ['has already been taken'] })
  throw error
}

const Id = Type.Object({ id: Type.Integer() })

const tell = ({ tx, store, now }: Write, event: 'created' | 'updated' | 'deleted', id: number): void =>
  emit(tx, store.id, now, `customer/${event}`, { id, event_launch_ts: wireTime(now) })

export async function create(call: Write, input: CustomerInput): Promise<number> {
  const { tx, store, now } = call
  const made = await changeOf(call, nobody, input)
  const { name, email, phone, identification, note, profile, addresses, extra, active } = made
  const { id } = await tx
    .one(
      Id,
      sql`
      insert into customers (store_id, name, email, phone, identification, note, profile, addresses, extra, active, search,
                             created_at, updated_at)
      values (${store.id}, ${name}, ${email}, ${phone}, ${identification}, ${note}, ${json(profile)}, ${json(addresses)},
              ${json(extra)}, ${active}, ${searchOf(made)}, ${now}, ${now})
      returning id`,
    )
    .catch(refuse)
  tell(call, 'created', id)
  return id
}

export async function update(call: Write, id: number, change: CustomerChange): Promise<void> {
  const { tx, store, now } = call
  const old = await locked(tx, store.id, id)
  const next = await changeOf(call, old, change)
  if (next.email !== old.email && !isEmail(next.email)) throw invalid({ email: ['is invalid'] })
  const { name, email, phone, identification, note, profile, addresses, extra, active } = next
  const values = sql`
    ${name}::text, ${email}::text, ${phone}::text, ${identification}::text, ${note}::text, ${json(profile)},
    ${json(addresses)}, ${json(extra)}, ${active}::boolean`
  const columns = sql`name, email, phone, identification, note, profile, addresses, extra, active`
  const touched = await tx
    .run(
      sql`
      update customers set (${columns}, search, updated_at) = (${values}, ${searchOf(next)}, greatest(updated_at, ${now}))
       where store_id = ${store.id} and id = ${id} and (${columns}) is distinct from (${values})`,
    )
    .catch(refuse)
  if (touched > 0) tell(call, 'updated', id)
}

/** What stands against the deletion of a customer: the orders that others keep. */
export type Refuse = (call: Write, id: number) => Promise<void>

/** Whoever is placing an order for the customer at this moment is done before anyone looks for orders. */
export async function hold({ tx, store }: Write, id: number): Promise<void> {
  const found = await tx.run(sql`select 1 from customers where store_id = ${store.id} and id = ${id} for update`)
  if (found === 0) throw customerNotFound()
}

export async function remove(call: Write, id: number, refuseOrders: Refuse): Promise<Record<never, never>> {
  const { tx, store } = call
  await hold(call, id)
  await refuseOrders(call, id)
  await tx.run(sql`delete from customers where store_id = ${store.id} and id = ${id}`)
  tell(call, 'deleted', id)
  return {}
}
