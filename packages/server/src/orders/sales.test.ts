/** docs/contract: products 3 (`best-selling`), F37. */
import Type from 'typebox'
import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask, write } from '../testing/products.ts'
import { signal } from '../testing/waiting.ts'
import { cancel } from './actions.ts'
import { orderChecks } from './checks.ts'
import { countSales } from './sales.ts'

const buy = (of: OrderShop, ...quantities: number[]) => of.place({ products: of.lines(...quantities) })

/** The products by their sales, as places in the shop. */
async function bestSelling(of: OrderShop): Promise<number[]> {
  await countSales(of.db)
  await orderly(of)
  return (await of.client.products.list({ query: { sort_by: 'best-selling' } })).map(({ id }) =>
    of.products.indexOf(id),
  )
}

test('what is bought the most comes first; a cancelled order sold nothing', async () => {
  const of = await stocked([[100, 100, 100]])
  expect(await bestSelling(of)).toEqual([0, 1, 2])
  const first = await buy(of, 0, 3, 1)
  await of.place({ products: [{ variant_id: of.variants[2] ?? 0, quantity: 1 }], inventory_behaviour: 'bypass' })
  await of.place({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 50 }], status: 'cancelled' })
  expect(await bestSelling(of)).toEqual([1, 2, 0])
  const again = await buy(of, 1)
  await of.client.orders.cancel({ params: { id: again.id }, body: {} })
  await of.client.orders.cancel({ params: { id: first.id }, body: { restock: false } })
  expect(await bestSelling(of)).toEqual([2, 0, 1])
  await of.client.orders.cancel({ params: { id: first.id }, body: {} })
  expect(await bestSelling(of)).toEqual([2, 0, 1])
})

test('F37: a sale is no change of its product: nobody is told of it, and it keeps its date', async () => {
  const of = await stocked([[5]])
  const read = () => of.client.products.get({ params: { id: of.products[0] ?? 0 } })
  const before = await read()
  of.world.advance(60_000)
  await buy(of, 2)
  await countSales(of.db)
  expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending'])
  expect((await read()).updated_at).toBe(before.updated_at)
})

test('an order that is cancelled while it is counted is counted once and taken out once', async () => {
  const of = await stocked([[5, 5]])
  const order = await buy(of, 0, 2)
  const [begun, counted] = [signal(), signal()]
  const cancelling = write(of, async call => {
    await cancel(call, order.id, {})
    begun.give()
    await counted.promise
  })
  await begun.promise
  expect(await bestSelling(of)).toEqual([1, 0])
  counted.give()
  await cancelling
  await orderly(of)
  expect(await bestSelling(of)).toEqual([0, 1])
})

test('several processes count each order once, while orders come and go', async () => {
  const of = await stocked([[null, null, null]])
  const ids: number[] = []
  const writer = async (w: number) => {
    for (let i = 0; i < 15; i++) {
      const { id } = await buy(of, ...[0, 1, 2].map(p => (p === (w + i) % 3 ? 2 : 1)))
      ids.push(id)
      if (i % 4 === 3) await ask(of, 'POST', `/orders/${ids[(w * 7 + i) % ids.length]}/cancel`)
    }
  }
  let isDone = false
  const counter = async () => {
    while (!isDone) await countSales(of.db)
  }
  const counting = Promise.all([counter(), counter(), counter()])
  await Promise.all([0, 1, 2, 3].map(writer))
  isDone = true
  await counting
  await orderly(of)
  await countSales(of.db)
  await orderly(of)
  for (const table of ['sales', 'sales_corrections'])
    expect(await of.db.run(raw(`select 1 from ${table} where store_id = ${of.id}`))).toBe(0)
})

test('more orders than one transaction counts, one after the other until the server stops, and a product that is gone', async () => {
  const of = await stocked([[null, 9]])
  const { id } = await buy(of, 3, 1)
  await of.db.run(sql`
    insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                        gateway, total, search, behaviour, created_at, updated_at, document, legacy)
    select store_id, id + 1000000 + n, 100 + n, status, payment_status, shipping_status, storefront, app_id, customer_id,
           gateway, total, search, behaviour, created_at, updated_at, document, legacy
      from orders, generate_series(1, 2500) n where store_id = ${of.id} and id = ${id}`)
  await of.db.run(sql`update order_numbers set last = last + 2500 where store_id = ${of.id}`)
  await of.client.products.delete({ params: { id: of.products[1] ?? 0 } })
  const closing = new AbortController()
  let begun = 0
  const tx: typeof of.db.tx = (...asked) => {
    // The first counts what was written down about the order that was placed, the second a portion of the others.
    if (++begun === 2) closing.abort()
    return of.db.tx(...asked)
  }
  const isSold = async (units: number) =>
    (await of.db.run(sql`select 1 from products where store_id = ${of.id} and sold = ${units}`)) > 0
  await countSales({ ...of.db, tx }, closing.signal)
  expect(await isSold(3 * 1001)).toBe(true)
  await countSales(of.db)
  expect(await isSold(3 * 2501)).toBe(true)
})

test('what a server of the release before has counted in part, or wrote nothing down about, is counted once', async () => {
  const of = await stocked([[null, null]])
  const numbers: number[] = []
  for (let i = 0; i < 3; i++) numbers.push((await buy(of, 0, 2)).number)
  const [first = 0, , last = 0] = numbers
  const product = of.products[1] ?? 0
  // Placed together, and the first of them counted already.
  await of.db.run(sql`delete from sales where store_id = ${of.id}`)
  await of.db.run(sql`
    insert into sales (store_id, first, last, sold)
    values (${of.id}, ${first}, ${last}, jsonb_build_array(jsonb_build_object('product_id', ${product}::bigint, 'units', 6)))`)
  await of.db.run(sql`insert into sales_counted (store_id, number) values (${of.id}, ${first})`)
  await of.db.run(sql`update products set sold = 2 where store_id = ${of.id} and id = ${product}`)
  await orderly(of)
  // Nothing is known of these.
  await buy(of, 5, 1)
  const gone = await buy(of, 9, 9)
  await of.client.orders.cancel({ params: { id: gone.id }, body: {} })
  await of.db.run(sql`delete from sales where store_id = ${of.id} and first > ${last}`)
  const known = await buy(of, 0, 4)
  await of.client.orders.cancel({ params: { id: known.id }, body: {} })
  await buy(of, 0, 3)
  await countSales(of.db)
  await orderly(of)
  const sold = await of.db.many(
    Type.Object({ sold: Type.Integer() }),
    sql`select sold from products where store_id = ${of.id} order by id`,
  )
  expect(sold).toEqual([{ sold: 5 }, { sold: 3 * 2 + 1 + 3 }])
  for (const table of ['sales', 'sales_corrections'])
    expect(await of.db.run(raw(`select 1 from ${table} where store_id = ${of.id}`))).toBe(0)
})

test('verify finds a sale that was not counted, or counted twice', async () => {
  const of = await stocked([[5]])
  await buy(of, 2)
  await countSales(of.db)
  await orderly(of)
  await of.db.run(sql`update products set sold = sold + 1 where store_id = ${of.id}`)
  const broken = await findBroken(of.db, orderChecks, of.id)
  expect(broken.map(({ name }) => name)).toEqual(['orders/sales-add-up'])
})

test('verify finds what is written down as sold and is not what the orders say', async () => {
  const of = await stocked([[50, 50]])
  const order = await buy(of, 2, 1)
  await buy(of, 0, 3)
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  await orderly(of)
  await of.db.run(sql`
    update sales set sold = jsonb_set(sold, '{0,units}', '4') where store_id = ${of.id} and first = ${order.number}`)
  const broken = await findBroken(of.db, orderChecks, of.id)
  expect(broken.map(({ name }) => name)).toEqual(['orders/sales-written-down'])
})
