/** docs/contract: orders 12. */
import { expect, test } from 'vitest'
import { keepLocations } from '../locations/index.ts'
import { meet } from '../testing/locks.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { A, ask } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'

test('D43: a location stays while an open shipment leaves from it', async () => {
  const of = await stocked([[0], [1]])
  const id = of.locations[1] ?? ''
  const order = await of.place()
  const remove = () => ask(of, 'DELETE', `/locations/${id}`)
  expect(await remove()).toEqual(A(422, 'A location with open fulfillment orders cannot be deleted'))
  const [shipment] = await of.shipments(order)
  const params = { order_id: order.id, id: shipment?.id ?? '' }
  await of.client.fulfillmentOrders.update({ params, body: { status: 'DELIVERED' } })
  expect((await remove()).status).toBe(204)
  await orderly(of)
  // D53: what came from a location that is gone returns to the default one.
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  const { results } = await of.client.locations.inventoryLevels({ params: { id: of.locations[0] ?? '' } })
  expect(results).toMatchObject([{ stock: 1 }])
  await orderly(of)
})

test('D43: a cancelled order does not keep a location', async () => {
  const of = await stocked([[0], [null]])
  const order = await of.place({ location_id: of.locations[1] ?? '' })
  await of.client.orders.cancel({ params: { id: order.id }, body: {} })
  const params = { product_id: of.products[0] ?? 0 }
  const level = { action: 'replace' as const, value: 0, location_id: of.locations[1] ?? '' }
  await of.client.variants.setStock({ params, body: level })
  expect((await ask(of, 'DELETE', `/locations/${of.locations[1]}`)).status).toBe(204)
  await orderly(of)
})

test('orders 12: deleting a location waits for orders that are being placed', async () => {
  const of = await stocked([[5]])
  const spare = await of.client.locations.create({ body: aLocation() })
  const answer = await meet(
    of.db,
    tx => keepLocations(tx, of.id, [spare.id]),
    () => ask(of, 'DELETE', `/locations/${spare.id}`),
  )
  expect(answer.status).toBe(204)
})
