import type { Category } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { chain, change, ids, journalOf, kill, make, read, refusal, verified } from '../testing/categories.ts'
import { store, type TestStore } from '../testing/store.ts'

describe('specification 2.3, 4.3: the category', () => {
  test('is created with every field, read and listed', async () => {
    const shop = await store()
    const top = await make(shop, { name: 'Ropa' })
    const made = await make(shop, {
      name: { pt: 'Calçados', es: 'Zapatos', en: 'Shoes' },
      description: { pt: '<p>Sapatos</p>', es: '<p>Zapatos</p>' },
      handle: { pt: 'sapatos', es: 'zapatos' },
      parent: top.id,
      google_shopping_category: 'Apparel & Accessories > Shoes',
      seo_title: 'Os melhores',
      seo_description: 'Sapatos de couro',
    })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    expect(made).toEqual({
      id: expect.any(Number),
      name: { pt: 'Calçados', es: 'Zapatos', en: 'Shoes' },
      description: { pt: '<p>Sapatos</p>', es: '<p>Zapatos</p>' },
      handle: { pt: 'sapatos', es: 'zapatos', en: 'shoes' },
      parent: top.id,
      subcategories: [],
      visibility: 'visible',
      visibility_updated_at: time,
      google_shopping_category: 'Apparel & Accessories > Shoes',
      seo_title: 'Os melhores',
      seo_description: 'Sapatos de couro',
      created_at: time,
      updated_at: time,
    })
    expect(await read(shop, made.id)).toEqual(made)
    expect(await shop.client.categories.list()).toEqual([{ ...top, subcategories: [made.id] }, made])
    expect(await shop.events()).toEqual(['category/created', 'category/created', 'category/updated'])
    await verified(shop)
  })

  test('answers 201 on POST, 200 on PUT and 200 {} on DELETE', async () => {
    const shop = await store()
    const path = `/v1/${shop.id}/categories`
    const made = await shop.request('POST', path, { body: { name: 'Ropa' } })
    expect(made.status).toBe(201)
    expect(await shop.request('PUT', `${path}/${made.body.id}`, { body: { name: 'Moda' } })).toMatchObject({
      status: 200,
      body: { name: { pt: 'Moda', es: 'Moda' } },
    })
    const gone = await shop.request('DELETE', `${path}/${made.body.id}`)
    expect([gone.status, gone.body]).toEqual([200, {}])
    expect(await shop.request('GET', `${path}/${made.body.id}`)).toMatchObject({
      status: 404,
      body: { code: 404, message: 'Not Found', description: 'Category with such id does not exist' },
    })
  })

  test('is reached without a store in the path, as in the examples (D3)', async () => {
    const shop = await store()
    const made = await shop.request('POST', '/v1/categories', { body: { name: { es: 'Ropa' } } })
    expect(made.status).toBe(201)
    expect((await shop.request('PUT', `/v1/categories/${made.body.id}`, { body: { name: 'Moda' } })).status).toBe(200)
  })

  test('created with a name alone is visible, at the top, and empty in every language of the store', async () => {
    const shop = await store()
    expect(await make(shop, { name: 'Ropa de Niños' })).toMatchObject({
      name: { pt: 'Ropa de Niños', es: 'Ropa de Niños' },
      description: { pt: '', es: '' },
      handle: { pt: 'ropa-de-ninos', es: 'ropa-de-ninos' },
      parent: null,
      subcategories: [],
      visibility: 'visible',
      google_shopping_category: '',
      seo_title: '',
      seo_description: '',
    })
  })

  test('is changed in the fields that are sent; a field sent empty is cleared, the rest stays', async () => {
    const shop = await store()
    const made = await make(shop, {
      name: 'Ropa',
      description: 'Todo',
      google_shopping_category: 'Apparel',
      seo_title: 'Título',
      seo_description: 'Texto',
    })
    shop.world.advance(60_000)
    const renamed = await change(shop, made.id, { name: { pt: 'Moda' }, description: { pt: 'Tudo' } })
    expect(renamed).toEqual({
      ...made,
      name: { pt: 'Moda', es: 'Ropa' },
      description: { pt: 'Tudo', es: 'Todo' },
      updated_at: expect.not.stringMatching(made.updated_at.slice(0, 19)),
    })
    const cleared = { description: null, google_shopping_category: null, seo_title: null, seo_description: '' }
    expect(await change(shop, made.id, cleared)).toMatchObject({
      name: { pt: 'Moda', es: 'Ropa' },
      description: { pt: '', es: '' },
      google_shopping_category: '',
      seo_title: '',
      seo_description: '',
    })
    expect(await shop.events()).toEqual(['category/created', 'category/updated', 'category/updated'])
    await verified(shop)
  })

  test('a write that changes nothing tells nothing and dates nothing', async () => {
    const shop = await store()
    const [top, made] = (await chain(shop, 'Ropa', 'Zapatos')) as [Category, Category]
    await make(shop, { name: 'Ropa' })
    await shop.events()
    shop.world.advance(60_000)
    for (const body of [
      {},
      { name: { es: 'Zapatos', pt: 'Zapatos' } },
      { name: 'Zapatos', description: '', handle: 'zapatos', parent: top.id, visibility: 'visible' as const },
      { handle: null, seo_title: { pt: '' }, google_shopping_category: null },
    ]) {
      expect(await change(shop, made.id, body)).toEqual(made)
    }
    // What a client has read it can send back whole.
    expect(await shop.request('PUT', `/v1/categories/${made.id}`, { body: made })).toMatchObject({ body: made })
    expect(await read(shop, top.id)).toMatchObject({ updated_at: top.updated_at })
    expect(await shop.events()).toEqual([])
  })

  test('unknown keys and fields that are only read are ignored (D8)', async () => {
    const shop = await store()
    const made = await shop.request('POST', '/v1/categories', {
      body: { name: 'Ropa', id: 5, subcategories: [1], created_at: 'x', updated_at: 'x', nonsense: {} },
    })
    expect(made).toMatchObject({ status: 201, body: { subcategories: [] } })
    expect(made.body.id).not.toBe(5)
  })

  test('every answer of a catalogue resource names the main language of the store', async () => {
    const shop = await store()
    expect((await shop.request('GET', '/v1/categories')).headers['x-main-language']).toBe('pt')
  })

  test('specification 1.2: write_products changes categories, read_products only reads them', async () => {
    const shop = await store()
    const made = await make(shop, { name: 'Ropa' })
    const headers = { authentication: `bearer ${await shop.tokenWith(['read_products'])}` }
    expect((await shop.request('GET', `/v1/categories/${made.id}`, { headers })).status).toBe(200)
    expect(await shop.request('POST', '/v1/categories', { headers, body: { name: 'x' } })).toMatchObject({
      status: 403,
      body: { description: 'Missing required scope: write_products' },
    })
    expect((await shop.request('DELETE', `/v1/categories/${made.id}`, { headers })).status).toBe(403)
  })

  test('of another store does not exist, neither to read nor to change nor as a parent', async () => {
    const shop = await store()
    const other = await store({ server: shop.server })
    const foreign = await make(other, { name: 'Ropa' })
    await expect(read(shop, foreign.id)).rejects.toMatchObject({ status: 404 })
    await expect(change(shop, foreign.id, { name: 'x' })).rejects.toMatchObject({ status: 404 })
    await expect(kill(shop, foreign.id)).rejects.toMatchObject({ status: 404 })
    await expect(make(shop, { name: 'x', parent: foreign.id })).rejects.toMatchObject({ status: 422 })
    expect(await read(other, foreign.id)).toEqual(foreign)
    expect(await shop.client.categories.list()).toEqual([])
  })
})

describe('catalog sheet 4.1: fields', () => {
  test('name and description take a text for all languages, an object as it is, and null drops a language', async () => {
    const shop = await store()
    const made = await make(shop, { name: { es: 'Ropa', fr: 'Mode', pt: null }, description: 'Todo' })
    expect(made).toMatchObject({ name: { es: 'Ropa', fr: 'Mode' }, description: { pt: 'Todo', es: 'Todo' } })
    expect(Object.keys(made.name)).toHaveLength(2)
  })

  test('description takes 65,535 characters per language and no more', async () => {
    const shop = await store()
    const long = 'x'.repeat(65_535)
    expect((await make(shop, { name: 'a', description: long })).description.es).toBe(long)
    await expect(make(shop, { name: 'a', description: `${long}x` })).rejects.toEqual(
      refusal(422, { description: ['is too long (maximum is 65535 characters)'] }),
    )
  })

  test('texts come back as they were sent, whatever they hold', async () => {
    const shop = await store()
    const text = '<b>"a" \\ / \u2028 😀 \u0001 $& %s</b>'
    const made = await make(shop, { name: text, description: text, seo_title: text, google_shopping_category: text })
    expect(made).toMatchObject({
      name: { es: text },
      description: { es: text },
      seo_title: text,
      google_shopping_category: text,
    })
    expect(await read(shop, made.id)).toEqual(made)
    await verified(shop)
  })

  test('D30: of a localized seo_title and seo_description the main language is kept, or else any', async () => {
    const shop = await store()
    const made = await make(shop, {
      name: 'a',
      seo_title: { es: 'Título', pt: 'Título em português' },
      seo_description: { es: 'Texto' },
    })
    expect(made).toMatchObject({ seo_title: 'Título em português', seo_description: 'Texto' })
    expect(await change(shop, made.id, { seo_title: {}, seo_description: 'otro' })).toMatchObject({
      seo_title: '',
      seo_description: 'otro',
    })
  })

  test('parent is taken as a number or as digits', async () => {
    const shop = await store()
    const top = await make(shop, { name: 'a' })
    expect((await make(shop, { name: 'b', parent: String(top.id) as never })).parent).toBe(top.id)
  })

  test('google_shopping_category may be null or empty, and is shown as a text', async () => {
    const shop = await store()
    for (const none of ['', null]) {
      const made = await make(shop, { name: 'a', google_shopping_category: none })
      const product = await shop.client.products.create({ body: { name: 'b', categories: [made.id] } })
      expect([made, await read(shop, made.id), ...product.categories]).toMatchObject(
        Array.from({ length: 3 }, () => ({ google_shopping_category: '' })),
      )
    }
  })
})

describe('D33: handles', () => {
  test('come from the name in each language, and a given one is made fit for an address too', async () => {
    const shop = await store()
    expect((await make(shop, { name: { pt: 'Calçados & Cia', es: 'Zapatos' } })).handle).toEqual({
      pt: 'calcados-cia',
      es: 'zapatos',
    })
    expect((await make(shop, { name: 'x', handle: 'Mi Colección ÚNICA' })).handle).toEqual({
      pt: 'mi-coleccion-unica',
      es: 'mi-coleccion-unica',
    })
  })

  test('get a suffix where they are taken, in that language only', async () => {
    const shop = await store()
    await make(shop, { name: { es: 'Ropa', pt: 'Roupa' } })
    const second = await make(shop, { name: { es: 'Ropa', pt: 'Vestidos' } })
    expect(second.handle).toEqual({ es: expect.stringMatching(/^ropa-[a-z0-9]{5}$/), pt: 'vestidos' })
    await verified(shop)
  })

  test('stay on a rename, follow the name when sent empty, and are free again after a delete', async () => {
    const shop = await store()
    const made = await make(shop, { name: 'Ropa' })
    expect((await change(shop, made.id, { name: 'Moda' })).handle).toEqual({ pt: 'ropa', es: 'ropa' })
    expect((await change(shop, made.id, { handle: '' })).handle).toEqual({ pt: 'moda', es: 'moda' })
    expect((await make(shop, { name: 'Ropa' })).handle).toEqual({ pt: 'ropa', es: 'ropa' })
    await kill(shop, made.id)
    expect((await make(shop, { name: 'Moda' })).handle).toEqual({ pt: 'moda', es: 'moda' })
    await verified(shop)
  })

  test('are there in a language that the name gains, and stay as they are in the others', async () => {
    const shop = await store()
    const made = await make(shop, { name: { pt: 'Roupa' } })
    const renamed = await change(shop, made.id, { name: { pt: 'Moda', es: 'Ropa' }, handle: made.handle })
    expect(renamed.handle).toEqual({ pt: 'roupa', es: 'ropa' })
    expect((await change(shop, made.id, { name: { es: 'Vestidos' } })).handle).toEqual({ pt: 'roupa', es: 'ropa' })
    await verified(shop)
  })

  test('are unique also when twenty are made at once', async () => {
    const shop = await store()
    const made = await Promise.all(Array.from({ length: 20 }, () => make(shop, { name: 'Ropa' })))
    expect(new Set(made.map(({ handle }) => handle.es)).size).toBe(20)
    await verified(shop)
  })
})

describe('contract: categories 3, visibility', () => {
  test('what is below a hidden category shows soft-hidden, and is told of, until it is shown again', async () => {
    const shop = await store()
    const told = journalOf(shop)
    const made = await chain(shop, 'a', 'b', 'c')
    const [a, b, c] = ids(made) as [number, number, number]
    const beside = await make(shop, { name: 'd' })
    await told()
    shop.world.advance(60_000)
    expect(await change(shop, a, { visibility: 'hidden' })).toMatchObject({ visibility: 'hidden' })
    expect(await told()).toEqual([`updated ${a}`, `updated ${b}`, `updated ${c}`])
    const hidden = await read(shop, c)
    expect(hidden.visibility).toBe('soft-hidden')
    expect(hidden.visibility_updated_at).toBe(hidden.updated_at)
    expect(hidden.updated_at).not.toBe(made[2]?.updated_at)
    expect(await read(shop, beside.id)).toEqual(beside)

    // One that is hidden itself stays so, and goes on shading what is below.
    expect(await change(shop, b, { visibility: 'hidden' })).toMatchObject({ visibility: 'hidden' })
    expect(await told()).toEqual([`updated ${b}`])
    await change(shop, a, { visibility: 'visible' })
    expect(await told()).toEqual([`updated ${a}`])
    expect((await read(shop, c)).visibility).toBe('soft-hidden')
    await change(shop, b, { visibility: 'visible' })
    expect(await told()).toEqual([`updated ${b}`, `updated ${c}`])
    expect((await read(shop, c)).visibility).toBe('visible')
    await verified(shop)
  })

  test('a visible category may have hidden children', async () => {
    const shop = await store()
    const top = await make(shop, { name: 'a' })
    await make(shop, { name: 'b', parent: top.id, visibility: 'hidden' })
    expect((await read(shop, top.id)).visibility).toBe('visible')
  })

  test('what is made or moved below a hidden category is soft-hidden at once, and visible when it leaves', async () => {
    const shop = await store()
    const top = await make(shop, { name: 'a', visibility: 'hidden' })
    const made = await make(shop, { name: 'b', parent: top.id })
    expect(made.visibility).toBe('soft-hidden')
    const [moved, below] = ids(await chain(shop, 'c', 'd')) as [number, number]
    await change(shop, moved, { parent: top.id })
    expect((await read(shop, below)).visibility).toBe('soft-hidden')
    await change(shop, moved, { parent: null })
    expect((await read(shop, below)).visibility).toBe('visible')
    await change(shop, moved, { parent: top.id })
    expect(await change(shop, moved, { parent: 0 })).toMatchObject({ parent: null, visibility: 'visible' })
    expect((await change(shop, made.id, { visibility: 'visible' })).visibility).toBe('soft-hidden')
    await verified(shop)
  })

  test('visibility_updated_at tells of the visibility alone', async () => {
    const shop = await store()
    const made = await make(shop, { name: 'a' })
    shop.world.advance(60_000)
    const renamed = await change(shop, made.id, { name: 'b' })
    expect(renamed.visibility_updated_at).toBe(made.visibility_updated_at)
    expect(renamed.updated_at).not.toBe(made.updated_at)
    const hidden = await change(shop, made.id, { visibility: 'hidden' })
    expect(hidden.visibility_updated_at).toBe(renamed.updated_at)
  })

  test('a category that shows soft-hidden is sent back whole, and what was chosen for it stays', async () => {
    const shop = await store()
    const [a, b] = ids(await chain(shop, 'a', 'b')) as [number, number]
    await change(shop, a, { visibility: 'hidden' })
    await shop.events()
    const fetched = await read(shop, b)
    expect(fetched.visibility).toBe('soft-hidden')
    const put = (body: object) => shop.request('PUT', `/v1/categories/${b}`, { body })
    expect(await put(fetched)).toMatchObject({ status: 200, body: fetched })
    expect(await shop.events()).toEqual([])
    expect(await put({ ...fetched, name: 'c' })).toMatchObject({ status: 200, body: { visibility: 'soft-hidden' } })
    // Also by whoever moves it out of the shade with the same request.
    expect(await put({ ...fetched, parent: null })).toMatchObject({ status: 200, body: { visibility: 'visible' } })
    expect(await put(fetched)).toMatchObject({ status: 422, body: { visibility: ['is not included in the list'] } })
    await verified(shop)
  })

  test('null counts as not sent: visible where it is new, and else as it was', async () => {
    const shop = await store()
    for (const visibility of [null, '']) {
      const send = (method: string, path: string) => shop.request(method, path, { body: { name: 'a', visibility } })
      const made = await send('POST', '/v1/categories')
      expect(made).toMatchObject({ status: 201, body: { visibility: 'visible' } })
      await change(shop, made.body.id, { visibility: 'hidden' })
      await shop.events()
      const put = await send('PUT', `/v1/categories/${made.body.id}`)
      expect(put).toMatchObject({ status: 200, body: { visibility: 'hidden' } })
      expect(await shop.events()).toEqual([])
    }
  })

  test('soft-hidden cannot be set, nor anything that is not in the list', async () => {
    const shop = await store()
    const made = await make(shop, { name: 'a' })
    for (const visibility of ['soft-hidden', 'gone']) {
      for (const [method, path] of [
        ['POST', '/v1/categories'],
        ['PUT', `/v1/categories/${made.id}`],
      ] as const) {
        const answer = await shop.request(method, path, { body: { name: 'a', visibility } })
        expect(answer).toMatchObject({ status: 422, body: { visibility: [expect.any(String)] } })
        expect(Object.keys(answer.body)).toEqual(['visibility'])
      }
    }
  })
})

describe('D32: the tree', () => {
  test('subcategories are the direct children, and their parents are told of a birth, a move and a death', async () => {
    const shop = await store()
    const told = journalOf(shop)
    const [a, b] = ids([await make(shop, { name: 'a' }), await make(shop, { name: 'b' })]) as [number, number]
    await told()
    const { id: c } = await make(shop, { name: 'c', parent: a })
    const { id: d } = await make(shop, { name: 'd', parent: c })
    expect(await told()).toEqual([`created ${c}`, `updated ${a}`, `created ${d}`, `updated ${c}`])
    expect((await read(shop, a)).subcategories).toEqual([c])
    await change(shop, c, { parent: b, name: 'renamed too' })
    expect(await told()).toEqual([`updated ${a}`, `updated ${b}`, `updated ${c}`])
    expect((await read(shop, a)).subcategories).toEqual([])
    expect((await read(shop, b)).subcategories).toEqual([c])
    await kill(shop, d)
    expect(await told()).toEqual([`deleted ${d}`, `updated ${c}`])
    expect((await read(shop, c)).subcategories).toEqual([])
    await verified(shop)
  })

  test('when a category is deleted its children move up to its parent', async () => {
    const shop = await store()
    const told = journalOf(shop)
    const [a, b, c] = ids(await chain(shop, 'a', 'b', 'c')) as [number, number, number]
    const { id: d } = await make(shop, { name: 'd', parent: b })
    const { id: e } = await make(shop, { name: 'e', parent: c })
    await told()
    expect(await kill(shop, b)).toEqual({})
    expect(await told()).toEqual([`deleted ${b}`, `updated ${a}`, `updated ${c}`, `updated ${d}`])
    expect(await read(shop, a)).toMatchObject({ subcategories: [c, d] })
    expect(await read(shop, c)).toMatchObject({ parent: a, subcategories: [e] })
    await kill(shop, a)
    expect(await told()).toEqual([`deleted ${a}`, `updated ${c}`, `updated ${d}`])
    expect(await read(shop, d)).toMatchObject({ parent: null })
    await verified(shop)
  })

  test('when a hidden category is deleted, what it shaded is visible again', async () => {
    const shop = await store()
    const told = journalOf(shop)
    const [a, b, c] = ids(await chain(shop, 'a', 'b', 'c')) as [number, number, number]
    await change(shop, a, { visibility: 'hidden' })
    await told()
    await kill(shop, a)
    expect(await told()).toEqual([`deleted ${a}`, `updated ${b}`, `updated ${c}`])
    expect(await read(shop, c)).toMatchObject({ visibility: 'visible' })
    await verified(shop)
  })

  test('a category deleted twice is 404 the second time', async () => {
    const shop = await store()
    const { id } = await make(shop, { name: 'a' })
    await kill(shop, id)
    await expect(kill(shop, id)).rejects.toMatchObject({ status: 404 })
    await expect(change(shop, id, {})).rejects.toMatchObject({ status: 404 })
  })

  test('itself, one below it and an unknown one cannot be the parent: 422, nothing changes', async () => {
    const shop = await store()
    const [a, b, c] = ids(await chain(shop, 'a', 'b', 'c')) as [number, number, number]
    await shop.events()
    for (const parent of [a, b, c, -1, c + 1000, 2 ** 53, '9999999999999999']) {
      await expect(change(shop, a, { parent: parent as number, name: 'x' })).rejects.toEqual(
        refusal(422, { parent: [expect.any(String)] }),
      )
    }
    await expect(make(shop, { name: 'x', parent: c + 1000 })).rejects.toMatchObject({
      status: 422,
      body: { parent: ['Category with such id does not exist'] },
    })
    expect(await read(shop, a)).toMatchObject({ parent: null, name: { es: 'a' } })
    expect(await shop.events()).toEqual([])
    await verified(shop)
  })
})

describe('catalog sheet 4.2: the list', () => {
  const list = async (shop: TestStore, query: string) =>
    (await shop.request('GET', `/v1/categories${query}`)).body.map(({ id }: Category) => id)

  test('is in the order of the ids and takes since_id, page, per_page and fields', async () => {
    const shop = await store()
    const made = ids(await chain(shop, 'a', 'b', 'c', 'd', 'e'))
    const [first = 0, second = 0] = made
    expect(await list(shop, '')).toEqual(made)
    expect(await list(shop, `?since_id=${second}`)).toEqual(made.slice(2))
    expect(await list(shop, `?since_id=${second}&per_page=2&page=2`)).toEqual(made.slice(4))
    expect(await list(shop, `?since_id=${Number.MAX_SAFE_INTEGER}`)).toEqual([])
    const page = await shop.request('GET', '/v1/categories?per_page=2&page=2&fields=id,parent')
    expect(page).toMatchObject({ status: 200, headers: { 'x-total-count': '5' } })
    expect(page.body).toEqual([
      { id: made[2], parent: second },
      { id: made[3], parent: made[2] },
    ])
    expect((await shop.request('GET', `/v1/categories/${first}?fields=handle,id`)).body).toEqual({
      handle: { pt: 'a', es: 'a' },
      id: first,
    })
    expect(await shop.request('GET', '/v1/categories?page=2')).toMatchObject({
      status: 404,
      body: { description: 'Last page is 1' },
    })
  })

  test('numbers that no id can be are 422, not a fault', async () => {
    const shop = await store()
    for (const name of ['since_id', 'parent_id']) {
      for (const value of ['-1', '1e30', '9223372036854775808', 'x']) {
        const answer = await shop.request('GET', `/v1/categories?${name}=${value}`)
        expect({ value, status: answer.status, fields: Object.keys(answer.body) }).toEqual({
          value,
          status: 422,
          fields: [name],
        })
      }
    }
  })

  test('parent_id gives the children of one, and 0 those at the top', async () => {
    const shop = await store()
    const [a, b] = ids(await chain(shop, 'a', 'b')) as [number, number]
    const { id: c } = await make(shop, { name: 'c', parent: a })
    const { id: d } = await make(shop, { name: 'd' })
    expect(await list(shop, `?parent_id=${a}`)).toEqual([b, c])
    expect(await list(shop, '?parent_id=0')).toEqual([a, d])
    expect(await list(shop, `?parent_id=${d}`)).toEqual([])
    expect(await list(shop, `?parent_id=${a}&since_id=${b}`)).toEqual([c])
  })

  test('handle finds the one that has it in that language, and needs the language', async () => {
    const shop = await store()
    const { id } = await make(shop, { name: { pt: 'Roupa', es: 'Ropa' } })
    await make(shop, { name: { pt: 'Ropa', es: 'Otra' } })
    expect(await list(shop, '?handle=ropa&language=es')).toEqual([id])
    expect(await list(shop, '?handle=roupa&language=pt')).toEqual([id])
    expect(await list(shop, '?handle=roupa&language=es')).toEqual([])
    expect(await list(shop, '?handle=Ropa&language=es')).toEqual([])
    expect(await list(shop, '?language=es')).toHaveLength(2)
    for (const query of ['?handle=ropa', '?handle=ropa&language=']) {
      expect(await shop.request('GET', `/v1/categories${query}`)).toMatchObject({
        status: 422,
        body: { language: ["can't be blank"] },
      })
    }
  })

  test('F5: dates cut it, both ends included, also by the very text that was answered', async () => {
    const shop = await store()
    const old = await make(shop, { name: 'a' })
    shop.world.advance(60_000)
    const young = await make(shop, { name: 'b' })
    const at = (text: string) => encodeURIComponent(text)
    expect(await list(shop, `?created_at_min=${at(young.created_at)}`)).toEqual([young.id])
    expect(await list(shop, `?created_at_max=${at(old.created_at)}`)).toEqual([old.id])
    expect(await list(shop, `?created_at_min=${at(old.created_at)}&created_at_max=${at(young.created_at)}`)).toEqual([
      old.id,
      young.id,
    ])
    shop.world.advance(60_000)
    const changed = await change(shop, old.id, { name: 'c' })
    expect(await list(shop, `?updated_at_min=${at(changed.updated_at)}`)).toEqual([old.id])
    expect(await list(shop, `?updated_at_max=${at(young.updated_at)}`)).toEqual([young.id])
    expect(await list(shop, '?updated_at_min=0001-01-01&updated_at_max=9999-12-31T23:59:59-23:00')).toHaveLength(2)
    expect(await shop.request('GET', '/v1/categories?updated_at_min=yesterday')).toMatchObject({ status: 422 })
  })
})

describe('catalog sheet 4.2: errors', () => {
  test('a name that says nothing is 422 on create and on update', async () => {
    const shop = await store()
    const made = await make(shop, { name: 'a' })
    expect(await shop.request('POST', '/v1/categories', { body: {} })).toMatchObject({
      status: 422,
      body: { name: ["can't be blank"] },
    })
    for (const name of ['', '  ', {}, { es: '' }, { es: null, pt: ' ' }]) {
      await expect(make(shop, { name })).rejects.toEqual(refusal(422, { name: ["can't be blank"] }))
      await expect(change(shop, made.id, { name })).rejects.toEqual(refusal(422, { name: ["can't be blank"] }))
    }
    for (const [method, path] of [
      ['POST', '/v1/categories'],
      ['PUT', `/v1/categories/${made.id}`],
    ] as const) {
      const answer = await shop.request(method, path, { body: { name: null } })
      expect(answer).toMatchObject({ status: 422, body: { name: ["can't be blank"] } })
    }
    expect(await shop.client.categories.list()).toEqual([made])
  })

  test('an unknown id is 404 with a description that clients compare', async () => {
    const shop = await store()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { name: 'a' } } : {}
      expect(await shop.request(method, '/v1/categories/999999999', body)).toMatchObject({
        status: 404,
        body: { code: 404, message: 'Not Found', description: 'Category with such id does not exist' },
      })
    }
  })

  test('a refused write leaves no handle, no number in the tree and no event behind', async () => {
    const shop = await store()
    await expect(make(shop, { name: 'Ropa', parent: 999_999_999 })).rejects.toMatchObject({ status: 422 })
    expect((await make(shop, { name: 'Ropa' })).handle.es).toBe('ropa')
    expect(await shop.events()).toEqual(['category/created'])
    await verified(shop)
  })
})

test('categories of a page that are too large together are refused, and fewer of them are not', async () => {
  const shop = await store()
  for (const name of ['A', 'B', 'C']) await make(shop, { name })
  await shop.db.run(sql`update categories set document = document || repeat(' ', 30000000) where store_id = ${shop.id}`)
  const get = async (path: string) => {
    const { status, body } = await shop.request('GET', `/v1/${shop.id}${path}`)
    return [status, status === 200 ? undefined : body.description]
  }
  const description = 'The categories of this page are too large together: ask for fewer by per_page'
  expect(await get('/categories')).toEqual([422, description])
  expect(await get('/categories?per_page=2')).toEqual([200, undefined])
})
