/** Contract 8.1: a text in several languages has at most fifty, whether they come at once or one after the other. */
import { maxLanguages } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { ask, B, C, make, shop, sized } from './products.ts'
import { aLocation, type TestStore } from './store.ts'

let of: TestStore
beforeAll(async () => {
  of = await shop()
})

const letter = (place: number) => String.fromCharCode('a'.charCodeAt(0) + place)

/** So many languages, none of them the store's. */
const texts = (count: number, from = 0): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${letter(Math.floor((from + i) / 26))}${letter((from + i) % 26)}_XX`,
      'x',
    ]),
  )

interface Place {
  path: string
  body(value: unknown): unknown
}

const places: Record<string, () => Promise<Place>> = {
  'the name of a product': async () => {
    const { id } = await make(of)
    return { path: `/products/${id}`, body: name => ({ name }) }
  },
  'the description of a product': async () => {
    const { id } = await make(of, { description: 'x' })
    return { path: `/products/${id}`, body: description => ({ description }) }
  },
  'the text of an image': async () => {
    const { id, images } = await make(of, { images: [{ src: 'https://shop.example/a.png' }] })
    return { path: `/products/${id}/images/${images[0]?.id}`, body: alt => ({ alt }) }
  },
  'the name of a category': async () => {
    const { id } = await of.client.categories.create({ body: { name: 'x' } })
    return { path: `/categories/${id}`, body: name => ({ name }) }
  },
  'the description of a category': async () => {
    const { id } = await of.client.categories.create({ body: { name: 'x', description: 'x' } })
    return { path: `/categories/${id}`, body: description => ({ description }) }
  },
  'the name of a location': async () => {
    const { id } = await of.client.locations.create({ body: aLocation() })
    return { path: `/locations/${id}`, body: name => ({ name }) }
  },
}

test.each(Object.keys(places))('%s', async name => {
  const place = await places[name]?.()
  const put = (value: unknown) => ask(of, 'PUT', place?.path ?? '', place?.body(value))
  const [field = ''] = Object.keys(place?.body(0) as object)
  const refused = B({ [field]: [`must have at most ${maxLanguages} items`] })
  expect(await put(texts(maxLanguages + 1))).toEqual(refused)
  expect(await put(texts(40))).toMatchObject({ status: 200 })
  expect(await put(texts(20, 40))).toEqual(refused)
  expect(await put(texts(3, 40))).toMatchObject({ status: 200 })
})

test('the values of the variants that a collection replaces', async () => {
  const { id } = await sized(of, ['S', 'M'])
  const put = (others: object) =>
    ask(of, 'PUT', `/products/${id}/variants`, [{ values: [{ pt: 'S', ...others }], price: 1 }])
  expect(await put(texts(40))).toMatchObject({ status: 200 })
  expect(await put(texts(20, 40))).toEqual(C({ values: [`must have at most ${maxLanguages} items`] }))
})

test('a product with more of them is changed elsewhere, and in them, but gets no others', async () => {
  const { id } = await make(of)
  const name = { pt: 'Sapato', ...texts(60) }
  await of.db.run(
    sql`update products set name = ${JSON.stringify(name)}::jsonb where store_id = ${of.id} and id = ${id}`,
  )
  const put = (body: object) => ask(of, 'PUT', `/products/${id}`, body)
  expect(await put({ brand: 'Marca' })).toMatchObject({ status: 200, body: { name } })
  expect(await put({ name: { pt: 'Bota' } })).toMatchObject({ status: 200, body: { name: { ...name, pt: 'Bota' } } })
  expect(await put({ name: { zz: 'Bota' } })).toMatchObject({ status: 422 })
})

test('all languages of a description have at most 3,000,000 characters together', async () => {
  const { id } = await make(of)
  const put = (description: object) => ask(of, 'PUT', `/products/${id}`, { description })
  const text = 'x'.repeat(1_000_000)
  expect(await put({ pt: text, es: text, en: text })).toMatchObject({ status: 200 })
  expect(await put({ fr: 'x' })).toEqual(B({ description: ['is too long (maximum is 3000000 characters together)'] }))
  expect(await put({ en: null, fr: 'x' })).toMatchObject({ status: 200 })
})
