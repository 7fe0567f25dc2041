/** Products that are changed while what belongs to them comes or goes. */
import { expect, test } from 'vitest'
import { releaseLocation } from '../inventory/index.ts'
import { remove as removeLocation } from '../locations/locations.ts'
import { sql } from '../platform/database/sql.ts'
import { callOf, meet } from '../testing/locks.ts'
import { ask, noVariant, read, shop, sized, verified } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'
import { update } from './products.ts'
import { remove } from './variants.ts'
import { lockProduct } from './write.ts'

/** A product in two sizes, of which the second has its only level, with nothing in it, at the second location. */
async function twoSizes() {
  const of = await shop()
  await of.client.locations.create({ body: aLocation() })
  const { id: place } = await of.client.locations.create({ body: aLocation() })
  const { id, variants } = await sized(of, ['P', 'M'], {
    variants: [
      { values: ['P'], stock: 5 },
      { values: ['M'], inventory_levels: [{ location_id: place, stock: 0 }] },
    ],
  })
  const [p = 0, m = 0] = variants.map(variant => variant.id)
  return { of, place, id, p, m, path: `/products/${id}` }
}

test.each([
  ['the product', 'DELETE', () => '', undefined],
  ['the variant', 'DELETE', (variant: number) => `/variants/${variant}`, undefined],
  ['all but the others', 'PUT', () => '/variants', [{ values: ['P'] }]],
])('%s can go while the location of its level does', async (_, method, at, body) => {
  const { of, place, id, m, path } = await twoSizes()
  const answer = await meet(
    of.db,
    tx => removeLocation(callOf(of, tx), place, releaseLocation),
    () => ask(of, method, `${path}${at(m)}`, body),
  )
  expect(answer.status).toBe(200)
  const left = sql`select 1 from variants where store_id = ${of.id} and product_id = ${id} and id = ${m}`
  expect(await of.db.run(left)).toBe(0)
  await verified(of)
})

test('who sets stock while a variant goes sets that of the others', async () => {
  const { of, id, p, m, path } = await twoSizes()
  const answer = await meet(
    of.db,
    tx => remove(callOf(of, tx), id, m),
    () => ask(of, 'POST', `${path}/variants/stock`, { action: 'replace', value: 7 }),
  )
  expect(answer).toMatchObject({ status: 200, body: [{ id: p, stock: 7 }] })
  expect((await read(of, id)).variants).toHaveLength(1)
  await verified(of)
})

test('who varies the stock of a variant that goes is told', async () => {
  const { of, id, m, path } = await twoSizes()
  const { status, body } = await meet(
    of.db,
    tx => remove(callOf(of, tx), id, m),
    () =>
      of.request('POST', `/v1${path}/variants/stock`, {
        body: { action: 'variation', value: -1, id: m },
        headers: { 'idempotency-key': 'a' },
      }),
  )
  expect({ status, body }).toEqual(noVariant)
  await verified(of)
})

test('who waits for a product holds none of its categories: whoever deletes one comes to them last', async () => {
  const { of, id, path } = await twoSizes()
  const { id: category } = await of.client.categories.create({ body: { name: 'Ropa' } })
  const answer = await meet(
    of.db,
    tx => lockProduct(tx, of.id, id),
    () => ask(of, 'PUT', path, { categories: [category] }),
    tx => tx.run(sql`select 1 from categories where store_id = ${of.id} and id = ${category} for update nowait`),
  )
  expect(answer).toMatchObject({ status: 200, body: { categories: [{ id: category }] } })
  await verified(of)
})

test('a change that waited for another is not dated before it', async () => {
  const { of, id, path } = await twoSizes()
  const { updated_at } = await read(of, id)
  const answer = await meet(
    of.db,
    tx => lockProduct(tx, of.id, id),
    () => ask(of, 'PUT', path, { brand: 'Late' }),
    tx => {
      of.world.advance(60_000)
      return update(callOf(of, tx), id, { tags: 'early' })
    },
  )
  const dated = { status: 200, body: { updated_at: (await read(of, id)).updated_at, brand: 'Late', tags: 'early' } }
  expect(answer).toMatchObject(dated)
  expect(Date.parse(dated.body.updated_at)).toBe(Date.parse(updated_at) + 60_000)
  await verified(of)
})
