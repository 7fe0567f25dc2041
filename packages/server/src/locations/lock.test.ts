import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { callOf, meet } from '../testing/locks.ts'
import { stocked } from '../testing/orders.ts'
import { aLocation, store } from '../testing/store.ts'
import { createLocation, locationChecks } from './index.ts'

test('D12, D40: a delete with If-Match that waits for a new location closes the gap before that one too', async () => {
  const shop = await store()
  const [, second] = [
    await shop.client.locations.create({ body: aLocation() }),
    await shop.client.locations.create({ body: aLocation() }),
    await shop.client.locations.create({ body: aLocation() }),
  ]
  const path = `/v1/locations/${second.id}`
  const { etag = '' } = (await shop.request('GET', path)).headers
  const deleted = await meet(
    shop.db,
    tx => createLocation(callOf(shop, tx), aLocation()),
    () => shop.request('DELETE', path, { headers: { 'if-match': etag } }),
  )
  expect(deleted.status).toBe(204)
  expect(await findBroken(shop.db, locationChecks, shop.id)).toEqual([])
})

test('a location keeps what two change of it at the same time', async () => {
  const shop = await store()
  const { id } = await shop.client.locations.create({ body: aLocation() })
  const { body } = await meet(
    shop.db,
    tx => tx.run(sql`update locations set allows_pickup = true where store_id = ${shop.id} and id = ${id}`),
    () => shop.request('PUT', `/v1/locations/${id}`, { body: { name: 'Norte' } }),
  )
  expect(body).toMatchObject({ name: { pt_BR: 'Norte' }, allows_pickup: true })
})

test.each([{}, { 'if-match': '*' }])(
  'D43: a delete that waits for a shipment that comes here is refused (%o)',
  async headers => {
    const of = await stocked([[9], [0]])
    await of.place()
    const here = of.locations[1] ?? ''
    const deleted = await meet(
      of.db,
      async tx => {
        await tx.run(sql`select 1 from locations where store_id = ${of.id} and id = ${here} for key share`)
        await tx.run(sql`update fulfillment_orders set location_id = ${here} where store_id = ${of.id}`)
      },
      () => of.request('DELETE', `/v1/locations/${here}`, { headers }),
    )
    expect(deleted.status).toBe(422)
    expect(await of.client.locations.list()).toHaveLength(2)
  },
)

test('a delete of a product with If-Match sees the level that was opened while it waited', async () => {
  const of = await stocked([[9]])
  const here = (await of.client.locations.create({ body: aLocation() })).id
  const [product] = of.products
  const [variant] = of.variants
  const answer = await meet(
    of.db,
    async tx => {
      await tx.run(sql`select 1 from products where store_id = ${of.id} and id = ${product} for no key update`)
      await tx.run(sql`
        insert into inventory_levels (store_id, product_id, variant_id, location_id, stock, created_at, updated_at)
        values (${of.id}, ${product}, ${variant}, ${here}, 0, now(), now())`)
    },
    () => of.request('DELETE', `/v1/products/${product}`, { headers: { 'if-match': '*' } }),
  )
  expect(answer.status).toBe(200)
})
