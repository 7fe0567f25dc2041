/** docs/contract: orders 12. Orders that meet the end of what they need: a location, its default, a product. */
import { expect, test } from 'vitest'
import { releaseLocation } from '../inventory/index.ts'
import { remove } from '../locations/locations.ts'
import { callOf, meet } from '../testing/locks.ts'
import { orderly, stocked } from '../testing/orders.ts'
import { ask, make, variantOf } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'

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
