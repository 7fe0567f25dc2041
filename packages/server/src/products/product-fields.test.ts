/** Contract: products 1; catalog sheet 3.1. */
import type { Product } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { ask, make, read, shop, sized, variantOf, verified } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'

const blank = { pt: '', es: '' }

test('specification 4.1: a product is created with a name alone, and has one unlimited variant', async () => {
  const of = await shop()
  const { client, events } = of
  const made = await client.products.create({ body: { name: 'Sapato' } })
  expect(made).toMatchObject({
    name: { pt: 'Sapato', es: 'Sapato' },
    handle: { pt: 'sapato', es: 'sapato' },
    variants: [{ values: [], price: null, stock: null, stock_management: false }],
  })
  expect(await client.products.get({ params: { id: made.id } })).toEqual(made)
  expect(await client.products.list()).toEqual([made])
  expect(await events()).toEqual(['location/created', 'product/created'])
  await verified(of)
})

test('a product with attributes, variants, categories and stock per location', async () => {
  const of = await shop()
  const { client, events } = of
  const a = await client.locations.create({ body: aLocation() })
  const b = await client.locations.create({ body: aLocation() })
  const category = await client.categories.create({ body: { name: 'Roupas' } })
  const made = await client.products.create({
    body: {
      name: { pt: 'Camiseta', es: 'Remera' },
      attributes: [{ pt: 'Tamanho', es: 'Talle' }],
      categories: [category.id],
      tags: 'verão, algodão',
      variants: [
        {
          values: ['P'],
          price: '10.5',
          sku: 'CAM-P',
          inventory_levels: [
            { location_id: a.id, stock: 3 },
            { location_id: b.id, stock: 4 },
          ],
        },
        { values: ['M'], price: 11, stock: 0 },
      ],
    },
  })
  expect(made.categories).toEqual([category])
  expect(made.variants).toMatchObject([
    {
      price: '10.50',
      stock: 7,
      stock_management: true,
      inventory_levels: [
        { location_id: a.id, stock: 3 },
        { location_id: b.id, stock: 4 },
      ],
    },
    { price: '11.00', stock: 0, inventory_levels: [{ location_id: a.id, stock: 0 }] },
  ])
  expect(await events()).toEqual(['location/created', 'location/created', 'category/created', 'product/created'])

  await client.products.update({ params: { id: made.id }, body: { name: 'Camiseta nova' } })
  expect(await events()).toEqual(['product/updated'])
  await client.products.update({ params: { id: made.id }, body: { name: 'Camiseta nova' } })
  expect(await events()).toEqual([])
  await client.products.delete({ params: { id: made.id } })
  expect((await client.products.list()).total).toBe(0)
  expect(await events()).toEqual(['product/deleted'])
  await verified(of)
})

describe('catalog 3.1: the product object', () => {
  test('every field has its default', async () => {
    const of = await shop()
    const made = await make(of)
    const now = `${of.world.now().toISOString().slice(0, 19)}+0000`
    expect(made).toEqual({
      id: expect.any(Number),
      name: { pt: 'Sapato', es: 'Sapato' },
      description: blank,
      handle: { pt: 'sapato', es: 'sapato' },
      attributes: [],
      published: true,
      free_shipping: false,
      requires_shipping: true,
      canonical_url: 'http://localhost/produtos/sapato/',
      video_url: null,
      videos: [],
      seo_title: blank,
      seo_description: blank,
      brand: null,
      has_stock: true,
      created_at: now,
      updated_at: now,
      variants: [expect.objectContaining({ product_id: made.id, position: 1 })],
      tags: '',
      images: [],
      categories: [],
      visibility: 'visible',
    })
  })

  test('every field that can be written is written, by POST and by PUT', async () => {
    const of = await shop()
    const category = await of.client.categories.create({ body: { name: 'Roupas' } })
    const fields = {
      name: { pt: 'Camiseta', es: 'Remera' },
      description: { pt: '<p>"Bom"</p>' },
      handle: { pt: 'minha-camiseta', es: 'mi-remera' },
      published: false,
      free_shipping: true,
      requires_shipping: false,
      video_url: 'https://video.example/watch?v=1',
      seo_title: { pt: 'T' },
      seo_description: { pt: 'D' },
      brand: 'Marca',
      tags: 'a, b',
      attributes: [{ pt: 'Cor' }],
      categories: [category.id],
    }
    const shown = { ...fields, categories: [category] }
    expect(await make(of, fields)).toMatchObject({
      ...shown,
      canonical_url: 'http://localhost/produtos/minha-camiseta/',
    })
    const other = await make(of)
    const handle = { pt: 'outra-camiseta', es: 'otra-remera' }
    const changed = await of.client.products.update({ params: { id: other.id }, body: { ...fields, handle } })
    expect(changed).toMatchObject({ ...shown, handle, canonical_url: 'http://localhost/produtos/outra-camiseta/' })
    expect(await read(of, other.id)).toEqual(changed)
    await verified(of)
  })

  test('PUT merges: what is left out stays, what is sent empty is cleared (contract 2.3)', async () => {
    const of = await shop()
    const made = await make(of, {
      ...{ description: 'D', published: false, free_shipping: true, requires_shipping: false },
      ...{ video_url: 'https://video.example', seo_title: 'T', seo_description: 'S', brand: 'B', tags: 'a' },
    })
    const put = (body: object) => of.client.products.update({ params: { id: made.id }, body })
    expect(await put({ name: 'Outro' })).toEqual({ ...made, name: { pt: 'Outro', es: 'Outro' } })
    const texts = { description: null, video_url: null, seo_title: '', seo_description: null, brand: '', tags: '' }
    const cleared = { description: blank, video_url: null, seo_title: blank, seo_description: blank }
    expect(await put(texts)).toMatchObject({ ...cleared, brand: null, tags: '', published: false })
  })

  test.each([false, true])('null for a yes or no is as if it were left out: %s stays (products 1)', async value => {
    const of = await shop()
    const switches = { published: value, free_shipping: value, requires_shipping: value, visible: value }
    const nothing = { published: null, free_shipping: null, requires_shipping: null, visible: null }
    const made = await make(of, switches)
    expect(await of.client.products.update({ params: { id: made.id }, body: nothing })).toEqual(made)
    const { id, visible } = variantOf(made)
    const params = { product_id: made.id, id }
    expect(await of.client.variants.update({ params, body: { visible: null } })).toMatchObject({ visible })
    const fresh = await make(of, nothing)
    expect(fresh).toMatchObject({ published: true, free_shipping: false, requires_shipping: true })
    expect(variantOf(fresh).visible).toBe(true)
    await verified(of)
  })

  test('a localized field takes a text for all languages, or an object for those that it names (contract 8.1)', async () => {
    const of = await shop()
    const made = await make(of, { description: 'Bom', name: { en: 'Shoe', es: null } })
    expect(made).toMatchObject({ description: { pt: 'Bom', es: 'Bom' }, name: { en: 'Shoe' }, handle: { en: 'shoe' } })
    const changed = await of.client.products.update({ params: { id: made.id }, body: { description: { pt: 'Novo' } } })
    expect(changed.description).toEqual({ pt: 'Novo', es: 'Bom' })
    const [one, none] = [{ description: { pt: null }, handle: { es: 'zapato' } }, { description: '' }]
    expect(await of.client.products.update({ params: { id: made.id }, body: one })).toMatchObject({
      description: { es: 'Bom' },
      handle: { en: 'shoe', es: 'zapato' },
    })
    const cleared = await of.client.products.update({ params: { id: made.id }, body: none })
    expect(cleared.description).toEqual({ pt: '', es: '' })
  })

  test.each([[[]], [{}], [{ pt: null, es: null }]])(
    'a text that is left without a language is empty in each of the store: %j (contract 8.1)',
    async nothing => {
      const of = await shop()
      const sent = { description: nothing, seo_title: nothing, seo_description: nothing }
      const empty = { pt: '', es: '' }
      const blank = { description: empty, seo_title: empty, seo_description: empty }
      const { body } = await ask(of, 'POST', '/products', { name: 'x', ...sent })
      expect(body).toMatchObject(blank)
      const put = (change: object) => ask(of, 'PUT', `/products/${(body as Product).id}`, change)
      expect((await put(sent)).body).toMatchObject(blank)
      const spanish = { description: { es: 'D' }, seo_title: { es: 'T' }, seo_description: { es: 'S' } }
      expect((await put(spanish)).body).toMatchObject(spanish)
      // Languages that are not named stay.
      expect((await put(sent)).body).toMatchObject('es' in nothing ? blank : spanish)
      await verified(of)
    },
  )

  test('what was read can be sent back: read-only fields, variants and images are ignored (D8, F9)', async () => {
    const of = await shop()
    const category = await of.client.categories.create({ body: { name: 'Roupas' } })
    const made = await sized(of, ['P', 'M'], {
      categories: [category.id],
      images: [{ src: 'https://img.example/1.jpg' }],
    })
    await of.events()
    expect(await ask(of, 'PUT', `/products/${made.id}`, made)).toEqual({ status: 200, body: made })
    const echo = { ...made, id: 1, created_at: 'x', updated_at: 5, has_stock: 'x', videos: 5, canonical_url: 1 }
    const nonsense = { variants: [{ price: 'x' }], images: 'none', unknown: [1] }
    expect(await ask(of, 'PUT', `/products/${made.id}`, { ...echo, ...nonsense })).toEqual({ status: 200, body: made })
    expect(await of.events()).toEqual([])
  })

  test('tags: comma separated text, a list of texts is joined', async () => {
    const of = await shop()
    expect((await make(of, { tags: ['a', 'b c'] })).tags).toBe('a, b c')
    expect((await make(of, { tags: 'a,b' })).tags).toBe('a,b')
  })

  test('categories: ids in, objects out; PUT [] removes all, left out keeps them', async () => {
    const of = await shop()
    const [a, b] = [
      await of.client.categories.create({ body: { name: 'A' } }),
      await of.client.categories.create({ body: { name: 'B' } }),
    ]
    const made = await make(of, { categories: [b.id, String(a.id) as never, b.id] })
    expect(made.categories).toEqual([b, a])
    const put = (body: object) => of.client.products.update({ params: { id: made.id }, body })
    expect((await put({ name: 'X' })).categories).toEqual([b, a])
    expect((await put({ categories: [{ id: a.id }] })).categories).toEqual([a])
    expect((await put({ categories: [] })).categories).toEqual([])
    expect((await put({ categories: [a.id] })).categories).toEqual([a])
    expect((await put({ categories: null })).categories).toEqual([])
    await verified(of)
  })

  test('categories: what a category is called now is shown, and a deleted one is gone', async () => {
    const of = await shop()
    const { id } = await of.client.categories.create({ body: { name: 'A' } })
    const made = await make(of, { categories: [id] })
    const renamed = await of.client.categories.update({ params: { id }, body: { name: 'B' } })
    expect((await read(of, made.id)).categories).toEqual([renamed])
    await of.client.categories.delete({ params: { id } })
    expect((await read(of, made.id)).categories).toEqual([])
    await verified(of)
  })

  test('has_stock: some variant is unlimited or above 0', async () => {
    const of = await shop()
    const has = async (...stocks: (number | null)[]) =>
      (await sized(of, [], { variants: stocks.map((stock, i) => ({ values: [`${i}`], stock })) })).has_stock
    expect(await has(0, 0)).toBe(false)
    expect(await has(0, 1)).toBe(true)
    expect(await has(0, null)).toBe(true)
  })

  test('updated_at moves with a change and only then, created_at never', async () => {
    const of = await shop()
    const made = await make(of)
    of.world.advance(5000)
    expect(await of.client.products.update({ params: { id: made.id }, body: { name: 'Sapato' } })).toEqual(made)
    const changed = await of.client.products.update({ params: { id: made.id }, body: { name: 'Bota' } })
    expect(changed.created_at).toBe(made.created_at)
    expect(Date.parse(changed.updated_at) - Date.parse(made.updated_at)).toBe(5000)
  })
})
