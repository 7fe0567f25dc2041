/** Contract: products 1, 3.1, 3.5, 7; catalog sheet 3.1, 3.4, 3.10; D31, D33. */
import { type Product, ProductInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { A, ask, B, make, noProduct, read, shop, sized, variantOf, verified } from '../testing/products.ts'
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

describe('catalog 3.4: endpoints and their errors', () => {
  test('GET /products is a plain array with its total, also when empty', async () => {
    const of = await shop()
    const { status, body, headers } = await of.request('GET', `/v1/${of.id}/products`)
    expect({ status, body, total: headers['x-total-count'] }).toEqual({ status: 200, body: [], total: '0' })
    expect(headers['x-main-language']).toBe('pt')
  })

  test('GET /products/{id} takes fields', async () => {
    const of = await shop()
    const { id, name } = await make(of)
    expect(await ask(of, 'GET', `/products/${id}?fields=id,name,nonsense`)).toEqual({ status: 200, body: { id, name } })
    expect(await ask(of, 'GET', '/products?fields=name,id')).toEqual({ status: 200, body: [{ name, id }] })
  })

  test('POST is 201, PUT 200, DELETE 200 {}', async () => {
    const of = await shop()
    const made = await ask(of, 'POST', '/products', { name: 'Sapato' })
    expect(made.status).toBe(201)
    const { id } = made.body as Product
    expect((await ask(of, 'PUT', `/products/${id}`, { name: 'B' })).status).toBe(200)
    expect(await ask(of, 'DELETE', `/products/${id}`)).toEqual({ status: 200, body: {} })
    expect(await of.events()).toEqual(['location/created', 'product/created', 'product/updated', 'product/deleted'])
    await verified(of)
  })

  test('404 A: Product with such id does not exist, on every path', async () => {
    const of = await shop()
    const other = await make(await shop())
    for (const id of [999_999, other.id]) {
      expect(await ask(of, 'GET', `/products/${id}`)).toEqual(noProduct)
      expect(await ask(of, 'PUT', `/products/${id}`, { name: 'x' })).toEqual(noProduct)
      expect(await ask(of, 'DELETE', `/products/${id}`)).toEqual(noProduct)
      expect(await ask(of, 'GET', `/products/${id}/variants`)).toEqual(noProduct)
      expect(await ask(of, 'GET', `/products/${id}/variants/1`)).toEqual(noProduct)
      expect(await ask(of, 'POST', `/products/${id}/variants`, {})).toEqual(noProduct)
      expect(await ask(of, 'PUT', `/products/${id}/variants/1`, {})).toEqual(noProduct)
      expect(await ask(of, 'DELETE', `/products/${id}/variants/1`)).toEqual(noProduct)
      expect(await ask(of, 'PUT', `/products/${id}/variants`, [{}])).toEqual(noProduct)
      expect(await ask(of, 'PATCH', `/products/${id}/variants`, [])).toEqual(noProduct)
      expect(await ask(of, 'POST', `/products/${id}/variants/stock`, { action: 'replace', value: 1 })).toEqual(
        noProduct,
      )
      expect(await ask(of, 'GET', `/products/${id}/images`)).toEqual(noProduct)
      expect(await ask(of, 'GET', `/products/${id}/images/1`)).toEqual(noProduct)
      expect(await ask(of, 'POST', `/products/${id}/images`, { src: 'https://img.example/1.jpg' })).toEqual(noProduct)
      expect(await ask(of, 'PUT', `/products/${id}/images/1`, {})).toEqual(noProduct)
      expect(await ask(of, 'DELETE', `/products/${id}/images/1`)).toEqual(noProduct)
      expect(await ask(of, 'PATCH', '/products/stock-price', [{ id, variants: [{ id: 1, price: 1 }] }])).toEqual(
        noProduct,
      )
    }
    expect(await of.events()).toEqual([])
  })

  test.each([{}, { name: null }, { name: '' }, { name: '  ' }, { name: {} }, { name: { pt: '', es: null } }])(
    "POST 422 B name can't be blank: %j",
    async body => {
      const of = await shop()
      expect(await ask(of, 'POST', '/products', body)).toEqual(B({ name: ["can't be blank"] }))
      expect(await of.events()).toEqual([])
    },
  )

  test("PUT 422 B name can't be blank, and nothing changes", async () => {
    const of = await shop()
    const made = await make(of)
    for (const name of [' ', null]) {
      expect(await ask(of, 'PUT', `/products/${made.id}`, { name, tags: 'x' })).toEqual(B({ name: ["can't be blank"] }))
    }
    expect(await read(of, made.id)).toEqual(made)
  })

  test('POST 422 A: Store has reached maximum limit of 100000 allowed products', async () => {
    const of = await shop()
    // So many are counted; they need not be there.
    await of.db.run(sql`insert into product_counts (store_id, run, count) values (${of.id}, 1000000, 99999)`)
    await make(of)
    const full = A(422, 'Store has reached maximum limit of 100000 allowed products')
    expect(await ask(of, 'POST', '/products', { name: 'One more' })).toEqual(full)
    expect((await of.events()).filter(event => event === 'product/created')).toHaveLength(1)
    const one = await of.client.products.list({ query: { since_id: 0 } })
    await of.client.products.delete({ params: { id: one[0]?.id ?? 0 } })
    await make(of)
    await of.db.run(sql`delete from product_counts where store_id = ${of.id} and run = 1000000`)
  })

  test('POST 422 A: Product is not allowed to have more than 250 images', async () => {
    const of = await shop()
    const images = Array.from({ length: 251 }, (_, i) => ({ src: `https://img.example/${i}.jpg` }))
    const many = A(422, 'Product is not allowed to have more than 250 images')
    expect(await ask(of, 'POST', '/products', { name: 'x', images })).toEqual(many)
  })

  test('POST 422 A: Product is not allowed to have more than 1000 variants', async () => {
    const of = await shop()
    const variants = Array.from({ length: 1001 }, (_, i) => ({ values: [`${i}`] }))
    const many = A(422, 'Product is not allowed to have more than 1000 variants')
    expect(await ask(of, 'POST', '/products', { name: 'x', attributes: ['n'], variants })).toEqual(many)
  })

  test.each(['http://video.example', 'ftp://video.example', 'video.example', 'javascript:alert(1)', 'https://'])(
    'POST, PUT 422 A: The video url field is not a secure url: %s',
    async video_url => {
      const of = await shop()
      const insecure = A(422, 'The video url field is not a secure url')
      const made = await make(of)
      expect(await ask(of, 'POST', '/products', { name: 'x', video_url })).toEqual(insecure)
      expect(await ask(of, 'PUT', `/products/${made.id}`, { video_url })).toEqual(insecure)
    },
  )

  test('a video url is secure whatever the case of its scheme, and kept as it was sent', async () => {
    const of = await shop()
    const video_url = 'HTTPS://video.example/a'
    const made = await make(of, { video_url })
    expect(made).toMatchObject({ video_url })
    expect(await ask(of, 'PUT', `/products/${made.id}`, { video_url })).toEqual({ status: 200, body: made })
  })

  test('an empty text as the only one of the attributes takes them all away', async () => {
    const of = await shop()
    const { id } = await sized(of, ['P'])
    const put = (attributes: unknown[]) => ask(of, 'PUT', `/products/${id}`, { attributes })
    expect(await put([''])).toMatchObject({ status: 200, body: { attributes: [], variants: [{ values: [] }] } })
  })

  const alike = 'are too few: two variants would have the same values'

  test('POST, PUT 422 B attributes: more than 3, repeated, blank, or not as many as the values', async () => {
    const of = await shop()
    const { id } = await sized(of, ['P'])
    const wrong = async (attributes: unknown[], text: string, variants?: unknown[]) => {
      const refusal = B({ attributes: [text] })
      expect(await ask(of, 'POST', '/products', { name: 'x', attributes, variants })).toEqual(refusal)
      if (!variants) expect(await ask(of, 'PUT', `/products/${id}`, { attributes })).toEqual(refusal)
    }
    await wrong(['a', 'b', 'c', 'd'], 'must have at most 3 items')
    await wrong(['a', 'a'], 'cannot be repeated')
    await wrong(
      [
        { pt: 'a', es: 'b' },
        { pt: 'a', es: 'c' },
      ],
      'cannot be repeated',
    )
    await wrong([{ pt: 'a', en: 'b' }, { en: 'b' }], 'cannot be repeated')
    await wrong(['a', ' '], "can't be blank")
    const count = 'must be as many as the values of each variant'
    await wrong(['a', 'b'], count, [{ values: ['x'] }])
    await wrong([], count, [{ values: ['x'] }])
    await wrong(['a'], count, [{ values: ['x'] }, { values: [] }])
    await wrong(['a'], count, [{ price: 1 }])
    expect(await ask(of, 'PUT', `/products/${id}`, { attributes: ['a', 'b'], values: ['x'] })).toEqual(
      B({ attributes: [count] }),
    )
    const { id: several } = await sized(of, ['P', 'M'])
    expect(await ask(of, 'PUT', `/products/${several}`, { attributes: [] })).toEqual(B({ attributes: [alike] }))
    expect(await of.events()).toEqual(['location/created', 'product/created', 'product/created'])
  })

  test('PUT attributes: more of them are taken, and then the variants are written one by one', async () => {
    const of = await shop()
    const { id, variants } = await sized(of, ['P', 'M'])
    const put = (path: string, body: unknown) => ask(of, 'PUT', `/products/${id}${path}`, body)
    await of.events()
    expect(await put('', { attributes: ['Tamanho', 'Cor'] })).toMatchObject({
      status: 200,
      body: { attributes: [{ pt: 'Tamanho' }, { pt: 'Cor' }], variants },
    })
    expect(await of.events()).toEqual(['product/updated'])
    const [p, m] = variants.map(variant => `/variants/${variant.id}`)
    const wrong = B({ values: ['The values has the wrong number of elements.'] })
    expect(await put(p ?? '', { values: ['P'] })).toEqual(wrong)
    // All else can be written before the values are.
    expect(await put(p ?? '', { price: 7 })).toMatchObject({ status: 200, body: { values: [{ pt: 'P' }] } })
    expect(await put(p ?? '', { values: ['P', 'azul'] })).toMatchObject({ status: 200, body: { price: '7.00' } })
    expect((await ask(of, 'POST', `/products/${id}/variants`, { values: ['P', 'verde'] })).status).toBe(201)
    await verified(of)
    expect(await put(m ?? '', { values: ['P', 'verde'] })).toEqual(A(422, 'Variants cannot be repeated'))
    expect((await put(m ?? '', { values: ['M', 'azul'] })).status).toBe(200)
    expect((await read(of, id)).variants.map(({ values }) => values.map(({ pt }) => pt).join(' '))).toEqual([
      ...['P azul', 'M azul', 'P verde'],
    ])
    await verified(of)
  })

  test('PUT attributes: fewer of them take their values along, where the others tell the variants apart', async () => {
    const of = await shop()
    const variants = [{ values: ['P', 'azul'] }, { values: ['M', 'azul'] }]
    const made = await make(of, { attributes: ['Tamanho', 'Cor'], variants })
    const put = (attributes: string[]) => ask(of, 'PUT', `/products/${made.id}`, { attributes })
    await of.events()
    expect(await put(['Cor'])).toEqual(B({ attributes: [alike] }))
    expect(await read(of, made.id)).toEqual(made)
    const [p, m] = made.variants
    expect(await put(['Tamanho'])).toMatchObject({
      status: 200,
      body: {
        attributes: [{ pt: 'Tamanho' }],
        variants: [
          { ...p, values: [{ pt: 'P', es: 'P' }] },
          { ...m, values: [{ pt: 'M', es: 'M' }] },
        ],
      },
    })
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test('attributes: three are allowed; the number of a product with one variant can change with its values', async () => {
    const of = await shop()
    const values = ['a', 'b', 'c']
    const made = await make(of, { attributes: ['x', 'y', 'z'], variants: [{ values }] })
    expect(variantOf(made).values).toEqual(values.map(text => ({ pt: text, es: text })))
    const changed = await of.client.products.update({
      params: { id: made.id },
      body: { attributes: ['x'], values: ['a'] },
    })
    expect(changed).toMatchObject({ attributes: [{ pt: 'x' }], variants: [{ values: [{ pt: 'a' }] }] })
    const renamed = await of.client.products.update({ params: { id: made.id }, body: { attributes: ['w'] } })
    expect(renamed.attributes).toEqual([{ pt: 'w', es: 'w' }])
    await verified(of)
  })

  test('F39: ids that are no categories of the store are left out, on POST and PUT', async () => {
    const of = await shop()
    const foreign = await (await shop()).client.categories.create({ body: { name: 'A' } })
    const own = await of.client.categories.create({ body: { name: 'B' } })
    const categories = [foreign.id, 0, own.id, null, 999_999_999]
    const idsOf = ({ categories }: { categories: readonly { id: number }[] }) => categories.map(({ id }) => id)
    const made = await of.client.products.create({ body: { name: 'x', categories } })
    expect(idsOf(made)).toEqual([own.id])
    const params = { id: made.id }
    expect(idsOf(await of.client.products.update({ params, body: { categories: [foreign.id] } }))).toEqual([])
    expect(idsOf(await of.client.products.update({ params, body: { categories } }))).toEqual([own.id])
    await verified(of)
  })

  test('POST 422: a fault inside a variant is named with its place (contract 5.1)', async () => {
    const of = await shop()
    const variants = [{ values: ['a'] }, { values: ['b'], price: 'x', inventory_levels: [{ stock: -1 }] }]
    expect(await ask(of, 'POST', '/products', { name: 'x', attributes: ['n'], variants })).toEqual(
      B({
        'variants.1.price': ['The price must be a number.'],
        'variants.1.inventory_levels.0.stock': ['The stock must be at least 0.'],
      }),
    )
  })

  test('POST 422 A: Variant values should not be repeated', async () => {
    const of = await shop()
    const repeated = A(422, 'Variant values should not be repeated')
    for (const values of [
      ['a', ' a'],
      [{ pt: 'a', en: 'b' }, { en: 'b' }],
    ]) {
      const variants = values.map(value => ({ values: [value] }))
      expect(await ask(of, 'POST', '/products', { name: 'x', attributes: ['n'], variants })).toEqual(repeated)
    }
  })

  test('a product has at most 70 characters of seo_title and 320 of seo_description in each language', async () => {
    const of = await shop()
    const [title, description] = ['é'.repeat(70), 'x'.repeat(320)]
    const made = await make(of, { seo_title: title, seo_description: { pt: description } })
    expect(made).toMatchObject({ seo_title: { pt: title, es: title }, seo_description: { pt: description } })
    const long = await ask(of, 'POST', '/products', {
      name: 'x',
      seo_title: 'x'.repeat(71),
      seo_description: { pt: 'x'.repeat(321) },
    })
    expect(long).toEqual(
      B({
        seo_title: ['is too long (maximum is 70 characters)'],
        'seo_description.pt': ['is too long (maximum is 320 characters)'],
      }),
    )
  })

  test('GET /products/sku/{sku}: the first product that has it, 404 for none', async () => {
    const of = await shop()
    const first = await sized(of, [], { variants: [{ values: ['a'] }, { values: ['b'], sku: 'A/B %_é' }] })
    await make(of, { sku: 'A/B %_é' })
    const path = `/products/sku/${encodeURIComponent('A/B %_é')}`
    expect(await ask(of, 'GET', path)).toEqual({ status: 200, body: first })
    expect(await ask(of, 'GET', `${path}?fields=id`)).toEqual({ status: 200, body: { id: first.id } })
    expect(await ask(of, 'GET', '/products/sku/A')).toEqual(noProduct)
    expect(await ask(await shop(), 'GET', path)).toEqual(noProduct)
  })

  test('a product that is deleted takes everything along but the ledger', async () => {
    const of = await shop()
    const category = await of.client.categories.create({ body: { name: 'A' } })
    const made = await sized(of, ['P', 'M'], {
      categories: [category.id],
      images: [{ src: 'https://img.example/1.jpg' }],
    })
    await of.client.products.delete({ params: { id: made.id } })
    expect(await ask(of, 'GET', `/products/${made.id}`)).toEqual(noProduct)
    expect((await make(of, { name: 'Sapato' })).handle).toEqual({ pt: 'sapato', es: 'sapato' })
    await verified(of)
  })
})

describe('D31: variant fields on the product itself', () => {
  const flat = {
    ...{ price: '10.5', promotional_price: 9, cost: 1, weight: '1.5', width: 1, height: 2, depth: 3 },
    ...{ sku: 'S', barcode: 'B', mpn: 'M', age_group: 'kids', gender: 'female', visible: false, stock: 4 },
  }
  const shown = {
    ...{ price: '10.50', promotional_price: '9.00', cost: '1.00', weight: '1.500', width: '1.00', height: '2.00' },
    ...{
      depth: '3.00',
      sku: 'S',
      barcode: 'B',
      mpn: 'M',
      age_group: 'kids',
      gender: 'female',
      visible: false,
      stock: 4,
    },
  }

  test('POST: they go to the single variant, the implied one and one that is given', async () => {
    const of = await shop()
    expect(variantOf(await make(of, flat))).toMatchObject(shown)
    expect(variantOf(await make(of, { ...flat, variants: [] }))).toMatchObject(shown)
    expect(variantOf(await make(of, { ...flat, variants: [{ price: 5 }] }))).toMatchObject({ ...shown, price: '5.00' })
    await verified(of)
  })

  test('POST: inventory_levels goes before stock', async () => {
    const of = await shop()
    expect(variantOf(await make(of, { stock: 9, inventory_levels: [{ stock: 2 }] }))).toMatchObject({ stock: 2 })
  })

  test('PUT: they go to the single variant, and are told once with everything else', async () => {
    const of = await shop()
    const made = await make(of)
    await of.events()
    const changed = await of.client.products.update({ params: { id: made.id }, body: { ...flat, name: 'Bota' } })
    expect(changed).toMatchObject({ name: { pt: 'Bota' }, variants: [{ id: variantOf(made).id, ...shown }] })
    expect(await of.events()).toEqual(['product/updated'])
    await of.client.products.update({ params: { id: made.id }, body: { ...flat, name: 'Bota' } })
    expect(await of.events()).toEqual([])
    await verified(of)
  })

  test('PUT: 422 that names each where the product has several variants', async () => {
    const of = await shop()
    const made = await sized(of, ['P', 'M'])
    const text = ['belongs to a variant, and the product has several: change it there']
    expect(await ask(of, 'PUT', `/products/${made.id}`, { name: 'x', price: 1, stock: 2 })).toEqual(
      B({ price: text, stock: text }),
    )
    expect(await read(of, made.id)).toEqual(made)
  })

  test('PUT: they are checked like on a variant', async () => {
    const of = await shop()
    const { id } = await make(of)
    const put = (body: object) => ask(of, 'PUT', `/products/${id}`, body)
    expect(await put({ price: -1, stock: 1.5, cost: 0 })).toEqual(
      B({
        price: ['The price must be at least 0.'],
        cost: ['The cost must be greater than 0.'],
        stock: ['The stock must be an integer.'],
      }),
    )
    expect(await put({ image_id: 5 })).toEqual(B({ image_id: ['Image with such id does not exist'] }))
    expect(await put({ values: ['x'] })).toEqual(B({ attributes: ['must be as many as the values of each variant'] }))
  })

  test('every writable field of a variant is one of them', () => {
    const own = ['values', 'image_id', 'inventory_levels']
    for (const field of [...Object.keys(flat), ...own]) expect(Object.keys(ProductInput.properties)).toContain(field)
  })
})

describe('D33: handles', () => {
  const handle = async (of: Awaited<ReturnType<typeof shop>>, body: object) => (await make(of, body)).handle

  test('are made from the name, without accents and signs, per language', async () => {
    const of = await shop()
    expect(await handle(of, { name: { pt: 'Calção  Ünico!', es: 'Pantalón' } })).toEqual({
      pt: 'calcao-unico',
      es: 'pantalon',
    })
  })

  test('are unique: one that is taken gets a suffix in that language', async () => {
    const of = await shop()
    await make(of, { name: { pt: 'Sapato', es: 'Zapato' } })
    const second = await handle(of, { name: { pt: 'Sapato', es: 'Bota' } })
    expect(second).toEqual({ pt: expect.stringMatching(/^sapato-[a-z0-9]{5}$/), es: 'bota' })
    expect(await handle(await shop(), { name: 'Sapato' })).toEqual({ pt: 'sapato', es: 'sapato' })
  })

  test('can be sent, as text or per language; a taken one gets a suffix too', async () => {
    const of = await shop()
    expect(await handle(of, { handle: 'Meu Sapato' })).toEqual({ pt: 'meu-sapato', es: 'meu-sapato' })
    const other = { name: { pt: 'Outro', es: 'Otro' }, handle: { pt: 'meu-sapato' } }
    expect(await handle(of, other)).toEqual({ pt: expect.stringMatching(/^meu-sapato-\w{5}$/), es: 'otro' })
    expect(await handle(of, { name: 'Bota', handle: '' })).toEqual({ pt: 'bota', es: 'bota' })
    expect(await handle(of, { name: 'Luva', handle: null })).toEqual({ pt: 'luva', es: 'luva' })
  })

  test('are kept when the product is renamed', async () => {
    const of = await shop()
    const { id } = await make(of)
    const renamed = await of.client.products.update({ params: { id }, body: { name: 'Bota' } })
    expect(renamed).toMatchObject({ name: { pt: 'Bota' }, handle: { pt: 'sapato' } })
  })

  test('are there in a language that the name gains, and stay as they are in the others', async () => {
    const of = await shop()
    await make(of, { name: { en: 'Shoe' } })
    const made = await make(of, { name: { pt: 'Sapato' }, handle: { pt: 'meu' } })
    const put = async (body: object) => (await of.client.products.update({ params: { id: made.id }, body })).handle
    const both = { pt: 'meu', es: 'zapato-nuevo' }
    expect(await put({ ...made, name: { pt: 'Sapato novo', es: 'Zapato nuevo' } })).toEqual(both)
    expect(await put({ name: { es: 'Bota' } })).toEqual(both)
    expect(await put({ name: { en: 'Shoe' } })).toEqual({ ...both, en: expect.stringMatching(/^shoe-[a-z0-9]{5}$/) })
    const sent = { fr: 'mon', pt: 'seu' }
    expect(await put({ name: { fr: 'Soulier' }, handle: sent })).toMatchObject(sent)
    await verified(of)
  })

  test('can be changed, and the old one is free again; sent empty the name speaks', async () => {
    const of = await shop()
    const { id } = await make(of)
    const put = (body: object) => of.client.products.update({ params: { id }, body })
    expect((await put({ handle: 'bota' })).handle).toEqual({ pt: 'bota', es: 'bota' })
    expect(await handle(of, {})).toEqual({ pt: 'sapato', es: 'sapato' })
    expect((await put({ name: 'Luva', handle: '' })).handle).toEqual({ pt: 'luva', es: 'luva' })
    await verified(of)
  })

  test('sent empty in a language the name speaks in that one, and the others stay (F6)', async () => {
    const of = await shop()
    const { id } = await make(of, { name: { pt: 'Sapato', es: 'Zapato' }, handle: { pt: 'meu', es: 'mi' } })
    const put = async (sent: object | null) =>
      (await of.client.products.update({ params: { id }, body: { handle: sent as never } })).handle
    expect(await put({ es: '' })).toEqual({ pt: 'meu', es: 'zapato' })
    for (const nothing of [{}, [], { en: null }]) {
      expect(await put(nothing)).toMatchObject({ pt: 'meu', es: 'zapato' })
    }
    expect(await put(null)).toEqual({ pt: 'sapato', es: 'zapato' })
    await verified(of)
  })

  test('one that cannot be had is given with the same suffix each time, so that sending it again changes nothing', async () => {
    const of = await shop()
    await make(of)
    const other = await make(of, { name: 'Bota' })
    const put = () => of.client.products.update({ params: { id: other.id }, body: { handle: 'sapato' } })
    const changed = await put()
    expect(changed.handle.pt).toMatch(/^sapato-\w{5}$/)
    await of.events()
    expect(await put()).toEqual(changed)
    expect(await of.events()).toEqual([])
    await verified(of)
  })

  test('a name without a letter still makes one', async () => {
    const of = await shop()
    const made = await make(of, { name: '运动鞋' })
    expect(made.handle.pt).toBe(`product-${made.id}`)
  })
})

describe('at the same time', () => {
  test('20 PUTs of different fields of one product lose none', async () => {
    const of = await shop()
    const { id } = await make(of)
    await of.events()
    const fields: object[] = [
      ...[{ name: 'N' }, { description: 'D' }, { handle: 'h' }, { published: false }, { free_shipping: true }],
      ...[
        { requires_shipping: false },
        { video_url: 'https://v.example' },
        { seo_title: 'T' },
        { seo_description: 'S' },
      ],
      ...[{ brand: 'B' }, { tags: 'a' }, { attributes: ['x'] }, { price: 1 }, { promotional_price: 2 }, { cost: 3 }],
      ...[{ weight: 4 }, { width: 5 }, { sku: 'K' }, { stock: 6 }, { barcode: 'C' }],
    ]
    expect(fields).toHaveLength(20)
    const answers = await Promise.all(fields.map(body => ask(of, 'PUT', `/products/${id}`, body)))
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200))
    expect(await read(of, id)).toMatchObject({
      ...{ name: { pt: 'N' }, description: { pt: 'D' }, handle: { pt: 'h' }, published: false, free_shipping: true },
      ...{
        requires_shipping: false,
        video_url: 'https://v.example',
        seo_title: { pt: 'T' },
        seo_description: { pt: 'S' },
      },
      ...{ brand: 'B', tags: 'a', attributes: [{ pt: 'x' }] },
      variants: [
        {
          ...{ price: '1.00', promotional_price: '2.00', cost: '3.00', weight: '4.000', width: '5.00' },
          ...{ sku: 'K', stock: 6, barcode: 'C' },
        },
      ],
    })
    expect(await of.events()).toEqual(fields.map(() => 'product/updated'))
    await verified(of)
  })

  test('20 products of the same name get different handles', async () => {
    const of = await shop()
    const made = await Promise.all(Array.from({ length: 20 }, () => make(of)))
    expect(new Set(made.map(product => product.handle.pt)).size).toBe(20)
    expect((await of.client.products.list()).total).toBe(20)
    // Without a location before, they still made only one.
    expect((await of.client.locations.list()).total).toBe(1)
    await verified(of)
  })

  test('products put into a category that goes meanwhile end without it, or were refused', async () => {
    const of = await shop()
    const { id } = await of.client.categories.create({ body: { name: 'A' } })
    const products = await Promise.all(Array.from({ length: 8 }, () => make(of)))
    const [, ...answers] = await Promise.all([
      ask(of, 'DELETE', `/categories/${id}`),
      ...products.map(product => ask(of, 'PUT', `/products/${product.id}`, { categories: [id] })),
      ...products.map(() => ask(of, 'POST', '/products', { name: 'x', categories: [id] })),
    ])
    for (const { status } of answers) expect([200, 201, 422]).toContain(status)
    for (const { id: product } of products) expect((await read(of, product)).categories).toEqual([])
    await verified(of)
  })
})
