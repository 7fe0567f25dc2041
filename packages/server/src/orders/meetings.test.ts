/** docs/contract: orders 12. Orders that meet the end of what they need: a location, its default, a product. */
import { expect, test } from 'vitest'
import { releaseLocation } from '../inventory/index.ts'
import { chooseDefault, remove } from '../locations/locations.ts'
import { sql } from '../platform/database/sql.ts'
import { remove as removeProduct } from '../products/products.ts'
import { callOf, meet } from '../testing/locks.ts'
import { orderly, planOf, stocked } from '../testing/orders.ts'
import { A, ask, make, callOf as operatorOf, variantOf } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'
import { placeOne } from './place.ts'

/** A shop with a second location, and a variant that has its only level there. */
async function elsewhere(stock: number) {
  const of = await stocked([[5]])
  const { id: place } = await of.client.locations.create({ body: aLocation() })
  const variant_id = variantOf(await make(of, { inventory_levels: [{ location_id: place, stock }] })).id
  return { of, place, variant_id }
}

test.each([
  ['alone', false],
  ['beside another', true],
])('a variant that is sold out where its location goes is not sold without limit, %s', async (_, isBeside) => {
  const { of, place, variant_id } = await elsewhere(0)
  const beside = isBeside ? [{ variant_id: of.variants[0], quantity: 1 }] : []
  const answer = await meet(
    of.db,
    tx => remove(callOf(of, tx), place, releaseLocation),
    () => ask(of, 'POST', '/orders', { products: [...beside, { variant_id, quantity: 5 }] }),
  )
  expect(answer).toMatchObject({ status: 422, body: { description: 'Insufficient stock' } })
  expect(await of.stock()).toEqual([[5]])
  await orderly(of)
})

test('D43: a location stays where an order took its last unit in the same moment', async () => {
  const { of, place, variant_id } = await elsewhere(1)
  const call = await operatorOf(of)
  const answer = await meet(
    of.db,
    async tx => {
      await placeOne({ ...call, tx }, 'http://localhost', { input: { products: [{ variant_id, quantity: 1 }] } })
      // Who deletes comes to the levels when the order is there, and to all else before.
      await tx.run(sql`lock table inventory_levels in exclusive mode`)
    },
    () => ask(of, 'DELETE', `/locations/${place}`),
  )
  expect(answer).toEqual(A(422, 'A location with open fulfillment orders cannot be deleted'))
  await orderly(of)
})

test('an order that takes nothing leaves from the new default location where the old one goes', async () => {
  const of = await stocked([[0], [0]])
  const [first = '', second = ''] = of.locations
  const customer = { name: 'Ana', email: 'ana@example.com' }
  await of.client.customers.create({ body: customer })
  const products = of.variants.map(variant_id => ({ variant_id, quantity: 1 }))
  const answer = await meet(
    of.db,
    // The order knows its places by then.
    tx => tx.run(sql`select 1 from customers where store_id = ${of.id} for update`),
    () => ask(of, 'POST', '/orders', { products, customer, inventory_behaviour: 'bypass' }),
    async tx => {
      await chooseDefault(callOf(of, tx), second)
      await remove(callOf(of, tx), first, releaseLocation)
    },
  )
  expect(answer.status).toBe(201)
  expect(planOf(of, await of.shipments(answer.body as { id: number }))).toEqual([[1, [[0, 1]]]])
  await orderly(of)
})

test('an order is cancelled while its product goes: what it took returns nowhere', async () => {
  const of = await stocked([[3]])
  const order = await of.place()
  const answer = await meet(
    of.db,
    tx => removeProduct(callOf(of, tx), of.products[0] ?? 0, async () => {}),
    () => ask(of, 'POST', `/orders/${order.id}/cancel`),
  )
  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  await orderly(of)
})

test('what returns to two places returns whole where one of them goes while a level is opened at the other', async () => {
  const of = await stocked([[5]])
  const [home = ''] = of.locations
  const [near, far] = [
    (await of.client.locations.create({ body: aLocation() })).id,
    (await of.client.locations.create({ body: aLocation() })).id,
  ]
  const levels = [near, far].map(location_id => ({ location_id, stock: 1 }))
  const variant_id = variantOf(await make(of, { inventory_levels: levels })).id
  const order = await of.place({ products: [{ variant_id, quantity: 2 }] })
  for (const { id } of await of.shipments(order))
    await ask(of, 'PATCH', `/orders/${order.id}/fulfillment-orders/${id}`, { status: 'DELIVERED' })
  await of.client.locations.delete({ params: { id: far } })
  const answer = await meet(
    of.db,
    tx =>
      tx.run(sql`
        insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
        select store_id, product_id, variant_id, ${home}, 0, now(), now() from inventory_levels
         where store_id = ${of.id} and variant_id = ${variant_id}`),
    () => ask(of, 'POST', `/orders/${order.id}/cancel`),
    tx => remove(callOf(of, tx), near, releaseLocation),
  )
  expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  const { results } = await of.client.locations.inventoryLevels({ params: { id: home }, query: { variant_id } })
  expect(results).toMatchObject([{ stock: 2 }])
  await orderly(of)
})
