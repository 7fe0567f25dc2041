/** Contract: products 6.1, 6.2 and 7: the rows of images, by `src`; catalog sheet 3.8. Their files have tests apart. */
import type { Image, Product } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { A, ask, B, make, read, shop, verified } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'

const src = (name: string | number) => `https://img.example/${name}.jpg`

const withImages = (of: TestStore, ...names: (string | number)[]): Promise<Product> =>
  make(of, { images: names.map(name => ({ src: src(name) })) })

const images = (of: TestStore, { id }: Product, path = '') => ({
  get: (query = '') => ask(of, 'GET', `/products/${id}/images${path}${query}`),
  post: (body: unknown) => ask(of, 'POST', `/products/${id}/images`, body),
  put: (body: unknown) => ask(of, 'PUT', `/products/${id}/images${path}`, body),
  delete: () => ask(of, 'DELETE', `/products/${id}/images${path}`),
})

/** `a b c`: the images of the product by their places, which are dense. */
async function order(of: TestStore, { id }: Product): Promise<string> {
  const { images } = await read(of, id)
  expect(images.map(({ position }) => position)).toEqual(images.map((_, i) => i + 1))
  return images.map(image => image.src.replace('https://img.example/', '').replace('.jpg', '')).join(' ')
}

const unknown = A(404, 'Product_Image with such id does not exist')

describe('catalog 3.8: the image object', () => {
  test('every field of a new one', async () => {
    const of = await shop()
    const product = await make(of)
    const { status, body } = await images(of, product).post({ src: src('a') })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      product_id: product.id,
      src: src('a'),
      position: 1,
      alt: [],
      width: 0,
      height: 0,
      thumbnails_generated: 0,
      created_at: product.created_at,
      updated_at: product.updated_at,
    })
    expect((await read(of, product.id)).images).toEqual([body])
    await verified(of)
  })

  test('alt: text, object, and an empty list where no language says anything', async () => {
    const of = await shop()
    const product = await make(of)
    const alt = async (sent: unknown) => {
      const { body } = await images(of, product).post({ src: src('a'), alt: sent })
      return (body as Image).alt
    }
    expect(await alt('Um')).toEqual({ pt: 'Um', es: 'Um' })
    expect(await alt({ pt: 'Um' })).toEqual({ pt: 'Um' })
    for (const none of [[], null, {}, '', { pt: '', es: '' }]) expect(await alt(none)).toEqual([])
    const { body } = await images(of, product).post({ src: src('a'), alt: { pt: 'Um' } })
    const changed = await images(of, product, `/${(body as Image).id}`).put({ alt: { pt: null } })
    expect((changed.body as Image).alt).toEqual([])
  })

  test('with the product: as they are sent, or where they ask to be', async () => {
    const of = await shop()
    expect(await order(of, await withImages(of, 'a', 'b', 'c'))).toBe('a b c')
    const placed = (...positions: (number | undefined)[]) =>
      make(of, {
        images: positions.map((position, i) => ({ src: src(i), ...(position === undefined ? {} : { position }) })),
      })
    expect(await order(of, await placed(3, 2, 1))).toBe('2 1 0')
    expect(await order(of, await placed(3, undefined, undefined))).toBe('1 2 0')
    expect(await order(of, await placed(undefined, undefined, 1))).toBe('2 0 1')
    expect(await order(of, await placed(99, 2, undefined))).toBe('2 1 0')
    expect(await order(of, await placed(1, 1, 1))).toBe('0 1 2')
    await verified(of)
  })
})

describe('catalog 3.8: paths', () => {
  test('GET /images: by id, with since_id, src, position, paging and fields', async () => {
    const of = await shop()
    const product = await withImages(of, 'a', 'b', 'c')
    const [a, b, c] = product.images.map(({ id }) => id)
    await images(of, product, `/${c}`).put({ position: 1 })
    const ids = async (query: string) => ((await images(of, product).get(query)).body as Image[]).map(({ id }) => id)
    expect(await ids('')).toEqual([a, b, c])
    expect(await ids(`?since_id=${a}`)).toEqual([b, c])
    expect(await ids(`?src=${encodeURIComponent(src('b'))}`)).toEqual([b])
    expect(await ids('?position=1')).toEqual([c])
    expect(await ids('?per_page=2&page=2')).toEqual([c])
    expect((await images(of, product).get('?fields=id&position=2')).body).toEqual([{ id: a }])
    const { headers } = await of.request('GET', `/v1/${of.id}/products/${product.id}/images?per_page=1`)
    expect(headers['x-total-count']).toBe('3')
    expect(await images(of, product).get('?page=2')).toEqual(A(404, 'Last page is 1'))
    expect(await images(of, await make(of)).get()).toEqual({ status: 200, body: [] })
  })

  test('GET /images/{id} takes fields; an unknown one, and one of another product, is 404', async () => {
    const of = await shop()
    const product = await withImages(of, 'a')
    const other = await withImages(of, 'b')
    const [a] = product.images
    expect(await images(of, product, `/${a?.id}`).get()).toEqual({ status: 200, body: a })
    expect(await images(of, product, `/${a?.id}`).get('?fields=src')).toEqual({ status: 200, body: { src: a?.src } })
    for (const id of [999_999, other.images[0]?.id]) {
      expect(await images(of, product, `/${id}`).get()).toEqual(unknown)
      expect(await images(of, product, `/${id}`).put({ position: 1 })).toEqual(unknown)
      expect(await images(of, product, `/${id}`).delete()).toEqual(unknown)
    }
  })

  test('POST: last by default, position 1 is the main image, the others move; told once', async () => {
    const of = await shop()
    const product = await withImages(of, 'a', 'b')
    await of.events()
    expect((await images(of, product).post({ src: src('c') })).body).toMatchObject({ position: 3 })
    expect(await of.events()).toEqual(['product/updated'])
    expect((await images(of, product).post({ src: src('d'), position: 1 })).body).toMatchObject({ position: 1 })
    expect(await order(of, product)).toBe('d a b c')
    expect((await images(of, product).post({ src: src('e'), position: 99 })).body).toMatchObject({ position: 5 })
    await verified(of)
  })

  test('PUT: position, the others move; told once, and not at all when nothing changes', async () => {
    const of = await shop()
    const product = await withImages(of, 'a', 'b', 'c', 'd')
    const [a, b] = product.images
    await of.events()
    expect((await images(of, product, `/${a?.id}`).put({ position: 3 })).body).toMatchObject({ id: a?.id, position: 3 })
    expect(await order(of, product)).toBe('b c a d')
    await images(of, product, `/${a?.id}`).put({ position: 99 })
    expect(await order(of, product)).toBe('b c d a')
    await images(of, product, `/${a?.id}`).put({ position: 1 })
    expect(await order(of, product)).toBe('a b c d')
    expect(await of.events()).toEqual(['product/updated', 'product/updated', 'product/updated'])
    const echo = (await images(of, product, `/${b?.id}`).get()).body
    for (const body of [{}, { position: 2 }, { src: src('b') }, { position: null, src: null }, echo]) {
      expect((await images(of, product, `/${b?.id}`).put(body)).body).toEqual(echo)
    }
    expect(await of.events()).toEqual([])
    await verified(of)
  })

  test('PUT: src and alt; the date of the image moves, those of the others stay', async () => {
    const of = await shop()
    const product = await withImages(of, 'a', 'b')
    const [a, b] = product.images
    of.world.advance(5000)
    const changed = (await images(of, product, `/${a?.id}`).put({ src: src('z'), alt: 'Z' })).body as Image
    expect(changed).toMatchObject({ id: a?.id, src: src('z'), alt: { pt: 'Z', es: 'Z' }, created_at: a?.created_at })
    expect(Date.parse(changed.updated_at) - Date.parse(a?.updated_at ?? '')).toBe(5000)
    expect((await read(of, product.id)).images).toEqual([changed, b])
    for (const none of [null, []]) {
      expect((await images(of, product, `/${a?.id}`).put({ alt: ['Y'] })).body).toMatchObject({
        alt: { pt: 'Y', es: 'Y' },
      })
      expect((await images(of, product, `/${a?.id}`).put({ alt: none })).body).toMatchObject({ alt: [] })
    }
    await verified(of)
  })

  test('DELETE 200 {}: the others close up; told once', async () => {
    const of = await shop()
    const product = await withImages(of, 'a', 'b', 'c')
    await of.events()
    expect(await images(of, product, `/${product.images[1]?.id}`).delete()).toEqual({ status: 200, body: {} })
    expect(await order(of, product)).toBe('a c')
    expect(await of.events()).toEqual(['product/updated'])
    await verified(of)
  })

  test("422 B src can't be blank", async () => {
    const of = await shop()
    const product = await make(of)
    for (const body of [{}, { src: '' }, { src: null }, { position: 1 }]) {
      expect(await images(of, product).post(body)).toEqual(B({ src: ["can't be blank"] }))
    }
  })

  test('contract 5.1: which image of a new product is wrong is told by its place', async () => {
    const of = await shop()
    const refused = (image: object) => ask(of, 'POST', '/products', { name: 'x', images: [{ src: src('a') }, image] })
    expect(await refused({})).toEqual(B({ 'images.1.src': ["can't be blank"] }))
    expect(await refused({ src: 'ftp://x' })).toEqual(B({ 'images.1.src': ['must begin with https://'] }))
    expect(await refused({ attachment: '!' })).toEqual(B({ 'images.1.attachment': ['is not valid base64'] }))
    expect(await refused({ src: src('b'), position: 0 })).toEqual(B({ 'images.1.position': ['must be at least 1'] }))
  })

  test('422 for a position that is none', async () => {
    const of = await shop()
    const product = await withImages(of, 'a')
    for (const position of [0, -1, 1.5, 'x']) {
      const post = await images(of, product).post({ src: src('b'), position })
      const put = await images(of, product, `/${product.images[0]?.id}`).put({ position })
      for (const { status, body } of [post, put]) {
        expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 422, fields: ['position'] })
      }
    }
  })

  test('422 A Product is not allowed to have more than 250 images', async () => {
    const of = await shop()
    const product = await withImages(of, ...Array.from({ length: 250 }, (_, i) => i))
    expect(product.images).toHaveLength(250)
    const many = A(422, 'Product is not allowed to have more than 250 images')
    expect(await images(of, product).post({ src: src('more') })).toEqual(many)
    await images(of, product, `/${product.images[0]?.id}`).delete()
    expect((await images(of, product).post({ src: src('more') })).status).toBe(201)
  })
})

test('law: places are dense whatever moves, and an image that asks for a place has it', async () => {
  const of = await shop()
  const product = await withImages(of, 'a')
  const step = fc.record({
    kind: fc.constantFrom('post', 'put', 'delete'),
    which: fc.nat(20),
    position: fc.integer({ min: 1, max: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      for (const { kind, which, position } of steps) {
        const before = (await read(of, product.id)).images
        const chosen = before[which % Math.max(before.length, 1)]
        if (kind === 'post') {
          const made = (await images(of, product).post({ src: src(which), position })).body as Image
          expect(made.position).toBe(Math.min(position, before.length + 1))
        } else if (kind === 'put' && chosen) {
          const moved = (await images(of, product, `/${chosen.id}`).put({ position })).body as Image
          expect(moved.position).toBe(Math.min(position, before.length))
          const others = (list: readonly Image[]) => list.filter(({ id }) => id !== chosen.id).map(({ id }) => id)
          expect(others((await read(of, product.id)).images)).toEqual(others(before))
        } else if (chosen) await images(of, product, `/${chosen.id}`).delete()
        await order(of, product)
      }
    }),
    { numRuns: 10 },
  )
  await verified(of)
})

test('images added at the same time: none is lost and the places stay dense', async () => {
  const of = await shop()
  const product = await make(of)
  await Promise.all(Array.from({ length: 12 }, (_, i) => images(of, product).post({ src: src(i), position: 1 })))
  const names = (await order(of, product)).split(' ').map(Number)
  expect(names.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i))
  await verified(of)
})
