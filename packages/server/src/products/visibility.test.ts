/** Contract: products 1.3; catalog sheet 3.1 and 3.5. */
import type { Product, ProductVisibility } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { ask, B, make, read, shop, verified } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'

const put = (of: TestStore, id: number, body: object) => ask(of, 'PUT', `/products/${id}`, body)
const ids = async (of: TestStore, query: object) =>
  (await of.client.products.list({ query })).map(({ id }) => id).toSorted((a, b) => a - b)

const meanings: [ProductVisibility, boolean][] = [
  ['visible', true],
  ['unlisted', true],
  ['hidden', false],
]
const contrary = B({ visibility: ['contradicts published'] })

describe('catalog 3.1: visibility', () => {
  test.each(meanings)('%s means published: %s, by POST and by PUT', async (visibility, published) => {
    const of = await shop()
    const made = await make(of, { visibility, sku: 'a' })
    expect(made).toMatchObject({ visibility, published })
    const other = await make(of)
    expect(other).toMatchObject({ visibility: 'visible', published: true })
    await of.events()
    expect(await put(of, other.id, { visibility })).toMatchObject({ status: 200, body: { visibility, published } })
    expect(await of.events()).toEqual(visibility === 'visible' ? [] : ['product/updated'])
    expect(await read(of, other.id)).toMatchObject({ visibility, published })
    expect(await of.client.products.bySku({ params: { sku: 'a' } })).toEqual(made)
    expect(await ask(of, 'GET', `/products/${made.id}?fields=visibility`)).toEqual({
      status: 200,
      body: { visibility },
    })
    await verified(of)
  })

  test.each(meanings)('%s stays through other changes, and when it is sent back', async (visibility, published) => {
    const of = await shop()
    const made = await make(of, { visibility })
    await of.events()
    expect(await put(of, made.id, made)).toEqual({ status: 200, body: made })
    expect(await put(of, made.id, { visibility: null })).toEqual({ status: 200, body: made })
    expect(await of.events()).toEqual([])
    expect(await put(of, made.id, { brand: 'B' })).toMatchObject({ body: { visibility, published, brand: 'B' } })
    await of.client.variants.update({
      params: { product_id: made.id, id: made.variants[0]?.id ?? 0 },
      body: { price: 5 },
    })
    expect(await read(of, made.id)).toMatchObject({ visibility, published })
  })

  test('published alone: false hides; true shows, and leaves unlisted what is', async () => {
    const of = await shop()
    const { id } = await make(of, { visibility: 'unlisted' })
    const after = async (body: object) => ((await put(of, id, body)).body as { visibility: string }).visibility
    expect(await after({ published: true })).toBe('unlisted')
    expect(await after({ published: false })).toBe('hidden')
    expect(await after({ published: true })).toBe('visible')
    expect(await after({ visibility: 'unlisted', published: null })).toBe('unlisted')
    expect(await after({ published: null })).toBe('unlisted')
    expect(await after({ published: false })).toBe('hidden')
    expect(await after({ published: null })).toBe('hidden')
    expect((await make(of, { published: false })).visibility).toBe('hidden')
    await verified(of)
  })

  test.each<[ProductVisibility, Partial<Product>, ProductVisibility]>([
    ['visible', { published: false }, 'hidden'],
    ['unlisted', { published: false }, 'hidden'],
    ['hidden', { published: true }, 'visible'],
    ['visible', { visibility: 'hidden' }, 'hidden'],
    ['hidden', { visibility: 'unlisted' }, 'unlisted'],
  ])(
    '%s, sent back whole but for %j, is %s: only the one that is another counts',
    async (visibility, change, after) => {
      const of = await shop()
      const made = await make(of, { visibility })
      expect(await put(of, made.id, { ...made, ...change })).toMatchObject({ status: 200, body: { visibility: after } })
      await verified(of)
    },
  )

  test('422 B where both are others than they were, and say different things', async () => {
    const of = await shop()
    const visible = await make(of)
    const change = { visibility: 'unlisted', published: false }
    expect(await put(of, visible.id, change)).toEqual(contrary)
    expect(await ask(of, 'POST', '/products', { name: 'x', ...change })).toEqual(contrary)
    expect(await of.client.products.list()).toEqual([visible])
  })

  test('422 B: not in the list', async () => {
    const of = await shop()
    const unknown = B({ visibility: ['is not included in the list'] })
    expect(await ask(of, 'POST', '/products', { name: 'x', visibility: 'secret' })).toEqual(unknown)
    expect(await put(of, (await make(of)).id, { visibility: 'secret' })).toEqual(unknown)
  })
})

test('catalog 3.5: the filter visibility takes one or several', async () => {
  const of = await shop()
  const [visible = 0, unlisted = 0, hidden = 0] = await Promise.all(
    meanings.map(async ([visibility]) => (await make(of, { visibility })).id),
  )
  const sorted = (...list: number[]) => list.toSorted((a, b) => a - b)
  expect(await ids(of, { visibility: 'visible' })).toEqual([visible])
  expect(await ids(of, { visibility: 'unlisted' })).toEqual([unlisted])
  expect(await ids(of, { visibility: 'hidden' })).toEqual([hidden])
  expect(await ids(of, { visibility: 'visible,unlisted' })).toEqual(sorted(visible, unlisted))
  expect(await ids(of, { visibility: ' hidden , visible,' })).toEqual(sorted(visible, hidden))
  expect(await ids(of, { published: true })).toEqual(sorted(visible, unlisted))
  expect(await ids(of, { visibility: 'unlisted', published: false })).toEqual([])
  for (const list of ['moon', 'visible,moon', 'visibleunlisted', 'visible;hidden']) {
    const { status, body } = await ask(of, 'GET', `/products?visibility=${list}`)
    expect({ list, status, fields: Object.keys(body as object) }).toEqual({ list, status: 422, fields: ['visibility'] })
  }
})

test('rows that a server of the release before writes, which does not know the column, show it too', async () => {
  const of = await shop()
  const made = await make(of)
  const other = made.id + 1_000_000
  await of.db.run(sql`
    insert into products
    select n.*
      from products p,
           json_populate_record(null::products, (to_jsonb(p) - 'unlisted' || jsonb_build_object('id', ${other}::bigint,
             'document', replace(p.document, '{"id":' || p.id, '{"id":' || ${other}::bigint)))::json) n
     where p.store_id = ${of.id} and p.id = ${made.id}`)
  await of.db.run(sql`
    update products set published = false, document = replace(document, '"published":true', '"published":false'), revision = 1
     where store_id = ${of.id} and id = ${made.id}`)
  expect(await read(of, made.id)).toMatchObject({ published: false, visibility: 'hidden' })
  expect(await read(of, other)).toMatchObject({ published: true, visibility: 'visible' })
  expect(await ids(of, { visibility: 'visible' })).toEqual([other])
  expect(await ids(of, { visibility: 'hidden' })).toEqual([made.id])
})
