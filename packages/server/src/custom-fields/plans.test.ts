/** Custom fields cost what is shown of them, and nothing where nobody asks for them. */
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { list as listShipments } from '../fulfillment-orders/fulfillment-orders.ts'
import { list as listOrders } from '../orders/read.ts'
import type { Queries } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { costOf } from '../testing/plans.ts'
import { fieldsOfVariants, ofOwner, ownersOf } from './read.ts'

const count = 20_000

const Field = Type.Object({ id: Type.String() })

let of: OrderShop
let common: string
let rare: string
let placed: number[]

beforeAll(async () => {
  of = await stocked([[99]])
  placed = []
  for (let i = 0; i < 10; i++) placed.push((await of.place()).id)
  const [usual, other] = await of.db.many(
    Field,
    sql`
      insert into custom_fields (store_id, owner_resource, name, value_type, read_only, "values", created_at, updated_at)
      select ${of.id}, 'order', 'Field ' || n, 'text', false, '{}', now(), now() from generate_series(1, 2) n
      returning id`,
  )
  common = usual?.id ?? ''
  rare = other?.id ?? ''
  // Many orders with a value, and ten with two: those that are asked for.
  await of.db.run(sql`
    insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, total, search, behaviour,
                        created_at, updated_at, document, legacy)
    select store_id, id - 1000000 - n, 100000 + n, status, payment_status, shipping_status, storefront, total, search, behaviour,
           created_at, updated_at, document, legacy
      from orders, generate_series(1, ${count}::int) n where store_id = ${of.id} and id = ${placed[0]}`)
  await of.db.run(sql`
    insert into custom_field_values (store_id, field_id, value, order_id)
    select store_id, ${common}, 'x', id from orders where store_id = ${of.id}`)
  await of.db.run(sql`
    insert into custom_field_values (store_id, field_id, value, order_id)
    select store_id, ${rare}, 'y', id from orders where store_id = ${of.id} and id = any(${placed}::bigint[])`)
  for (const table of ['custom_field_values', 'custom_fields', 'orders'])
    await of.db.run(raw(`vacuum analyze ${table}`))
}, 60_000)

const costs = (body: (db: Queries) => Promise<unknown>) => costOf(of.own, 'custom_field_values', body)

/** How many statements are asked. */
async function statements(body: (db: Queries) => Promise<unknown>): Promise<number> {
  let asked = 0
  const counting = <F extends Queries['many' | 'maybe' | 'one' | 'run']>(question: F): F =>
    // The same function, counted.
    ((...given: Parameters<F>) => {
      asked++
      return (question as (...given: unknown[]) => unknown)(...given)
    }) as F
  const { many, maybe, one, run, largest } = of.own
  await body({ many: counting(many), maybe: counting(maybe), one: counting(one), run: counting(run), largest })
  return asked
}

const page = { page: 1, per_page: 10 }
const orders = (aggregates: string) => (db: Queries) =>
  listOrders(db, of.id, page, {
    version: 'v1',
    scopes: new Set(),
    aggregates: new Set([aggregates]),
    pictures: '',
    isList: true,
  })
const shipments = (aggregates: string) => (db: Queries) => listShipments(db, of.id, placed[0] ?? 0, aggregates)

test('a page of orders reads the values of its orders, in the statements that it takes without them', async () => {
  const { read, isSequential } = await costs(orders('custom_fields'))
  expect({ read, isSequential }).toEqual({ read: 20, isSequential: false })
  expect(await statements(orders('custom_fields'))).toBe(await statements(orders('')))
  expect((await costs(orders(''))).read).toBe(0)
})

test('the shipments of an order take one statement more, where they are asked for', async () => {
  expect((await statements(shipments('custom_fields'))) - (await statements(shipments('')))).toBe(1)
  expect((await costs(db => fieldsOfVariants(db, of.id, of.variants))).read).toBe(0)
})

test('one owner reads its own values', async () => {
  const { read, isSequential } = await costs(db => ofOwner(db, of.id, 'order', placed[0] ?? 0))
  expect({ read, isSequential }).toEqual({ read: 2, isSequential: false })
})

test('the owners of a field are all that is read of them', async () => {
  const { read, isSequential } = await costs(db => ownersOf(db, of.id, 'order', rare))
  // Once to list, once to count, and what a bitmap counts a second time.
  expect(read).toBeLessThanOrEqual(40)
  expect(isSequential).toBe(false)
})

test('of very many owners ten thousand come at once, with how many there are, and the rest behind them', async () => {
  const seen: number[][] = []
  const sums = new Set<number | undefined>()
  for (let since: number | undefined; seen.at(-1)?.length !== 0; since = seen.at(-1)?.at(-1)) {
    const { json, count: sum } = await ownersOf(of.own, of.id, 'order', common, since)
    seen.push(JSON.parse(json).orders.map(({ id }: { id: number }) => id))
    sums.add(sum)
  }
  expect(seen.map(({ length }) => length)).toEqual([10_000, 10_000, 10, 0])
  expect(sums).toEqual(new Set([count + 10]))
  expect(new Set(seen.flat()).size).toBe(count + 10)
})
