/** Contract: products 3.1, 3.5, 7; catalog sheet 3.4, 3.10. */
import type { Product } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { A, ask, B, make, noProduct, read, shop, sized, variantOf, verified } from '../testing/products.ts'

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
