import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product, ProductInput } from '@bodega/api'
import Type from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { categoryNames } from '../categories/index.ts'
import { checks } from '../commands/verify.ts'
import { findBroken } from '../platform/database/check.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { ImageFiles } from '../products/index.ts'
import { seed } from '../seeding/index.ts'
import { storeContext } from '../stores/index.ts'
import { write } from '../testing/products.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { exportProducts, type Format, importProducts, refusalsOf } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'bodega transfer '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = (text: string | Buffer): string => {
  const path = join(folder, `file ${++files}`)
  writeFileSync(path, text)
  return path
}

const images: ImageFiles = {
  attach: () => Promise.reject(new Error('no files here')),
  refusal: src => (src.startsWith('https://') ? undefined : 'must begin with https://'),
}

async function contextOf({ db, id }: TestStore) {
  const context = await storeContext(db, id)
  if (!context) throw new Error('the store is gone')
  return context
}

async function written(from: TestStore, format: Format): Promise<string> {
  let text = ''
  const options = { db: from.db, store: await contextOf(from), url: 'http://localhost', format }
  await exportProducts(options, async piece => {
    text += piece
  })
  return text
}

async function imported(to: TestStore, text: string | Buffer, format: Format = 'ndjson', restart = false) {
  const target = { db: to.db, world: to.world, store: await contextOf(to), files: images }
  const { key, ...result } = await importProducts(target, { path: newFile(text), format, restart })
  const refusals: string[] = []
  for await (const { line, reason } of refusalsOf(to.db, key)) refusals.push(`${line}: ${reason}`)
  return { ...result, refusals }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  return { promise, resolve }
}

const lines = (...products: unknown[]) => products.map(product => `${JSON.stringify(product)}\n`).join('')

const namesIn = async ({ client }: TestStore) =>
  (await client.products.list({ query: { page: 1, per_page: 200 } })).map(({ name }) => name.pt)

/** Three locations of the same names in each store; of other ids. */
async function aShop(): Promise<TestStore> {
  const made = await store({ country: 'AR', languages: ['pt'] })
  for (const name of ['Centro', 'Norte', 'Sur']) await made.client.locations.create({ body: aLocation({ name }) })
  return made
}

/** What a file says, without what each store gives anew. */
const contentOf = (ndjson: string): unknown[] =>
  ndjson
    .trim()
    .split('\n')
    .map(line => {
      const given = ['id', 'product_id', 'variant_id', 'location_id', 'created_at', 'updated_at', 'categories']
      return JSON.parse(line, function (this: unknown, key, value) {
        return given.includes(key) ? undefined : value
      })
    })

const odd: ProductInput[] = [
  { name: 'Só um nome' },
  {
    name: { es: 'Con "comillas", comas; y\r\nsaltos', pt: 'Com “aspas”' },
    description: { es: '<p>ñandú \u{1f4e6}</p>', pt: '' },
    tags: 'a, b',
    brand: '  Con espacios  ',
    seo_title: { es: 'Título', pt: '' },
    seo_description: { es: '', pt: 'Descrição' },
    video_url: 'https://example.com/v?a=1,2',
    published: false,
    requires_shipping: false,
    images: [{ src: 'https://images.example/1.jpg' }, { src: 'https://images.example/2.jpg' }],
  },
  {
    name: { es: 'Tres atributos', pt: 'Três atributos' },
    visibility: 'unlisted',
    attributes: [
      { es: 'Talle', pt: 'Tamanho' },
      { es: 'Color', pt: 'Cor' },
      { es: 'Material', pt: 'Material' },
    ],
    variants: [
      { values: ['S', { es: 'Rojo', pt: 'Vermelho' }, 'Lana'], price: 10, stock: 3, sku: '=1+1', weight: '0.25' },
      { values: ['M', { es: 'Rojo', pt: 'Vermelho' }, 'Lana'], price: null, promotional_price: 5, visible: false },
      { values: ['L', { es: 'Rojo', pt: 'Vermelho' }, 'Lana'], cost: 1, gender: 'female', age_group: 'kids', stock: 0 },
    ],
  },
]

describe('a catalogue that is written and brought into another store', () => {
  test.each<Format>(['ndjson', 'csv'])('is the same there: %s', async format => {
    const [from, to] = [await aShop(), await aShop()]
    await seed(from.db, from.world, await contextOf(from), {
      products: 120,
      locations: 0,
      customers: 0,
      orders: 0,
      seed: 4,
    })
    const category = await from.client.categories.create({ body: { name: { es: 'A > B | C', pt: 'x' } } })
    for (const body of odd) await from.client.products.create({ body: { ...body, categories: [category.id] } })

    const first = await written(from, format)
    expect(await imported(to, first, format)).toMatchObject({ imported: 123, refused: 0, wasBegun: false })
    expect(contentOf(await written(to, 'ndjson'))).toEqual(contentOf(await written(from, 'ndjson')))
    expect(await findBroken(to.db, checks, to.id)).toEqual([])
    const events = await to.events()
    expect(events.filter(event => event === 'product/created')).toHaveLength(123)
    const Cause = Type.Object({ cause: Type.String() })
    const causes = await to.db.many(Cause, sql`select distinct cause from stock_movements where store_id = ${to.id}`)
    expect(causes).toEqual([{ cause: 'import' }])
  })

  test('its variants show the same images there; an id of no image of the line is left out', async () => {
    const [from, to] = [await aShop(), await aShop()]
    const images = ['1', '2'].map(name => ({ src: `https://images.example/${name}.jpg` }))
    const { id, ...made } = await from.client.products.create({ body: { name: 'Capa', images } })
    const params = { product_id: id, id: made.variants[0]?.id ?? 0 }
    await from.client.variants.update({ params, body: { image_id: made.images[1]?.id ?? 0 } })
    const file = (await written(from, 'ndjson')) + lines({ name: 'Luva', image_id: 5, variants: [{ image_id: 6 }] })
    expect(await imported(to, file)).toMatchObject({ imported: 2, refusals: [] })
    const [cape, glove] = await to.client.products.list()
    expect(cape?.variants[0]?.image_id).toBe(cape?.images[1]?.id)
    expect(cape?.images.map(({ src }) => src)).toEqual(images.map(({ src }) => src))
    expect(glove?.variants[0]?.image_id).toBeNull()
    expect(await findBroken(to.db, checks, to.id)).toEqual([])
  })

  test('its images have blanks between them in a table, and so none inside of them', async () => {
    const [from, to] = [await aShop(), await aShop()]
    const images = [{ src: 'https://images.example/a b.jpg' }, { src: 'https://images.example/2.jpg' }]
    await from.client.products.create({ body: { name: 'A', images } })
    expect(await imported(to, await written(from, 'csv'), 'csv')).toMatchObject({ imported: 1, refusals: [] })
    const [product] = await to.client.products.list()
    expect(product?.images.map(({ src }) => src)).toEqual(['https://images.example/a%20b.jpg', images[1]?.src])
  })

  test('can be written while it changes: it is as it was at the beginning', async () => {
    const from = await aShop()
    await seed(from.db, from.world, await contextOf(from), {
      products: 510,
      locations: 0,
      customers: 0,
      orders: 0,
      seed: 4,
    })
    const begun = deferred()
    const [last] = await from.client.products.list({
      query: { page: 1, per_page: 1, sort_by: 'created-at-descending' },
    })
    // Another one, who changes the last product while the first page is being written.
    const meanwhile = begun.promise.then(async () => {
      await from.client.products.update({ params: { id: last?.id ?? 0 }, body: { name: 'Too late' } })
      await from.client.products.create({ body: { name: 'Too late' } })
    })
    let text = ''
    const options = { db: from.db, store: await contextOf(from), url: 'http://localhost', format: 'ndjson' as const }
    const count = await exportProducts(options, async piece => {
      text += piece
      begun.resolve()
      await meanwhile
    })
    expect(count).toBe(510)
    expect(text.trim().split('\n')).toHaveLength(510)
    expect(text).not.toContain('Too late')
    expect(await written(from, 'ndjson')).toContain('Too late')
  })

  test('large products are read a few at a time, however many there are', async () => {
    const from = await aShop()
    for (let i = 0; i < 6; i++) await from.client.products.create({ body: { name: `Large ${i}` } })
    await from.db.run(
      sql`update products set document = '{' || repeat(' ', 9000000) || substr(document, 2) where store_id = ${from.id}`,
    )
    const read: number[] = []
    const db: Db = {
      ...from.db,
      tx: (body, how) =>
        from.db.tx(tx => {
          const many: Queries['many'] = async (schema, query) => {
            const rows = await tx.many(schema, query)
            read.push(JSON.stringify(rows).length)
            return rows
          }
          return body({ ...tx, many })
        }, how),
    }
    const options = { db, store: await contextOf(from), url: 'http://localhost', format: 'ndjson' as const }
    let text = ''
    const count = await exportProducts(options, async piece => {
      text += piece
    })
    expect([count, text.trim().split('\n').length]).toEqual([6, 6])
    expect(Math.max(...read)).toBeLessThan(20_000_000)
  })

  test('an empty store is an empty file, or the first row of a table', async () => {
    const from = await aShop()
    expect(await written(from, 'ndjson')).toBe('')
    const table = await written(from, 'csv')
    expect(table).toMatch(/^product,name:es,name:pt,.*,stock:Centro,stock:Norte,stock:Sur\r\n$/)
    expect(await imported(from, table, 'csv')).toMatchObject({ imported: 0, refused: 0, is_finished: true })
  })

  test('locations that share a name are told apart by their ids', async () => {
    const [from, to] = [await aShop(), await aShop()]
    const twin = await from.client.locations.create({ body: aLocation({ name: 'Sur' }) })
    await from.client.products.create({
      body: { name: 'A', inventory_levels: [{ location_id: twin.id, stock: 3 }] },
    })
    const table = await written(from, 'csv')
    expect(table).toContain(`stock:${twin.id}`)
    expect(await imported(from, table, 'csv')).toMatchObject({ imported: 1, refused: 0 })
    const there = await imported(to, table, 'csv')
    expect(there.refusals).toEqual([`2: location: No location is called "${twin.id}"`])
    // The name alone would put the stock into one of the two.
    const { refusals } = await imported(from, 'product,name,stock:Sur\nB,B,5\n', 'csv')
    expect(refusals).toEqual(['2: location: Several locations are called "Sur"'])
  })

  test.each<Format>(['ndjson', 'csv'])('so is one whose name another has in another language: %s', async format => {
    const from = await aShop()
    const name = { es_AR: 'Centro nuevo', pt_BR: ' Norte ' }
    const other = await from.client.locations.create({ body: aLocation({ name }) })
    const places = await from.client.locations.list()
    const inventory_levels = places.map(({ id }, i) => ({ location_id: id, stock: i }))
    await from.client.products.create({ body: { name: 'A', inventory_levels } })
    const text = await written(from, format)
    expect(text).toContain(other.name.es_AR)
    // Ids are those of this store still; the names tell.
    const foreign = text.replaceAll(/"location_id":"[^"]*",/g, '')
    expect(await imported(from, foreign, format)).toMatchObject({ imported: 1, refusals: [] })
    const [first, second] = contentOf(await written(from, 'ndjson')) as { variants: unknown }[]
    expect(second?.variants).toEqual(first?.variants)
  })

  test.each<Format>(['ndjson', 'csv'])(
    'categories keep their place, however deep, and their name: %s',
    async format => {
      const [from, to] = [await aShop(), await aShop()]
      const deep = Array.from({ length: 120 }, (_, i) => `N ${i}`)
      const categories = await write(from, async call => {
        const known = await categoryNames(call.tx, call.store)
        let parent: number | null = null
        for (const name of deep) parent = await known.ensure(call, name, parent)
        return [parent ?? 0, await known.ensure(call, { es: '', pt: 'Ofertas' }, null)]
      })
      await from.client.products.create({ body: { name: 'A', categories } })
      const text = await written(from, format)
      for (const store of [from, to]) {
        expect(await imported(store, text, format)).toMatchObject({ imported: 1, refusals: [] })
      }
      const pathsIn = async (of: TestStore) =>
        (contentOf(await written(of, 'ndjson')) as { category_paths: string[][] }[]).map(line => line.category_paths)
      expect(await pathsIn(from)).toEqual([
        [deep, ['Ofertas']],
        [deep, ['Ofertas']],
      ])
      expect(await pathsIn(to)).toEqual([[deep, ['Ofertas']]])
      expect(await from.client.categories.list({ query: { page: 1, per_page: 200 } })).toHaveLength(121)
    },
  )

  test('so do tags, as many as a product may have', async () => {
    const [from, to] = [await aShop(), await aShop()]
    const tags = Array.from({ length: 1000 }, (_, i) => String(i).padStart(255, 'x'))
    const made = await from.client.products.create({ body: { name: 'A', tags } })
    const { id, tags: text } = made
    expect(await from.client.products.update({ params: { id }, body: { tags: text } })).toEqual(made)
    expect(await imported(to, await written(from, 'ndjson'))).toMatchObject({ imported: 1, refusals: [] })
  })
})

describe('lines that cannot be taken', () => {
  test('are told with their numbers, and the others are imported', async () => {
    const to = await aShop()
    const text = [
      JSON.stringify({ name: 'Um' }),
      'no JSON',
      JSON.stringify({ name: '' }),
      '[]',
      '',
      JSON.stringify({ name: 'Preço', price: -1 }),
      JSON.stringify({ name: 'Categoria', categories: [123456] }),
      JSON.stringify({ name: 'Lugar', inventory_levels: [{ location_id: '01JCCQDKZ4YV1Q0Q4T4R8XH7SE', stock: 1 }] }),
      JSON.stringify({ name: 'Lugar', inventory_levels: [{ location: 'Oeste', stock: 1 }] }),
      JSON.stringify({ name: 'Imagem', images: [{ src: 'ftp://x' }] }),
      JSON.stringify({ name: 'NUL \0' }),
      JSON.stringify({ name: 'Dois', inventory_levels: [{ location: 'Sur', stock: 1 }], categories: null }),
    ].join('\n')
    const result = await imported(to, text)
    expect(result).toMatchObject({ imported: 2, refused: 9, is_finished: true })
    expect(result.refusals).toEqual([
      '2: Problems parsing JSON',
      "3: name: can't be blank",
      '4: product: must be an object',
      '6: price: The price must be at least 0.',
      '7: categories: Category 123456 does not exist',
      '8: location_id: Location with such id does not exist',
      '9: location: No location is called "Oeste"',
      '10: images.0.src: must begin with https://',
      '11: name: must not contain NUL characters',
    ])
    expect(await namesIn(to)).toEqual(['Um', 'Dois'])
  })

  test('are told however many they are', async () => {
    const { refusals } = await imported(await aShop(), 'x\n'.repeat(1001))
    expect(refusals).toHaveLength(1001)
    expect(refusals.at(-1)).toBe('1001: Problems parsing JSON')
  })

  test('are found among many that the store refuses as a whole', async () => {
    const to = await aShop()
    await to.db.run(sql`insert into product_counts (store_id, run, count) values (${to.id}, 1000000, 99993)`)
    const result = await imported(to, lines(...Array.from({ length: 20 }, (_, i) => ({ name: `N ${i}` }))))
    expect(result).toMatchObject({ imported: 7, refused: 13 })
    expect(result.refusals[0]).toBe('8: Store has reached maximum limit of 100000 allowed products')
    expect(await namesIn(to)).toEqual(['N 0', 'N 1', 'N 2', 'N 3', 'N 4', 'N 5', 'N 6'])
  })

  test('leave no categories behind', async () => {
    const to = await aShop()
    const category_paths = [['Ropa']]
    const text = lines(
      { name: 'A', category_paths, inventory_levels: [{ location: 'Oeste', stock: 1 }] },
      { name: 'B', category_paths, price: -1 },
      { name: 'C', category_paths, images: [{ src: 'ftp://x' }] },
      { name: 'D', category_paths, inventory_levels: [{ location_id: '01JCCQDKZ4YV1Q0Q4T4R8XH7SE', stock: 1 }] },
    )
    expect(await imported(to, text)).toMatchObject({ imported: 0, refused: 4 })
    expect(await to.client.categories.list()).toEqual([])
  })

  test('categories that cannot be made are refused with their product', async () => {
    const to = await aShop()
    const { refusals, imported: count } = await imported(
      to,
      lines(
        { name: 'A', category_paths: [['x'.repeat(256)]] },
        { name: 'B', category_paths: [[' ']] },
        { name: 'C', category_paths: [['Ropa', 'Remeras']] },
        { name: 'D', category_paths: [['Ropa', 'Remeras'], ['Ropa']] },
      ),
    )
    expect(count).toBe(2)
    expect(refusals).toEqual([
      '1: category_paths.0.0: is too long (maximum is 255 characters)',
      "2: name: can't be blank",
    ])
    const products = await to.client.products.list({ query: { page: 1, per_page: 30 } })
    expect(products.map(({ categories }) => categories.map(({ name }) => name.es))).toEqual([
      ['Remeras'],
      ['Remeras', 'Ropa'],
    ])
  })
})

describe('a file that was seen before', () => {
  test('is not imported again, unless it is asked for', async () => {
    const to = await aShop()
    const text = lines({ name: 'Um' }, { name: '' })
    expect(await imported(to, text)).toMatchObject({ imported: 1, refused: 1, wasBegun: false })
    const again = await imported(to, text)
    expect(again).toMatchObject({ imported: 1, refused: 1, wasBegun: true, refusals: ["2: name: can't be blank"] })
    expect(await namesIn(to)).toEqual(['Um'])
    expect(await imported(to, text, 'ndjson', true)).toMatchObject({ imported: 1, refused: 1, wasBegun: false })
    expect(await namesIn(to)).toEqual(['Um', 'Um'])
  })

  test('is another one when it was changed, read in another format, and in another store', async () => {
    const [to, other] = [await aShop(), await aShop()]
    expect(await imported(to, 'name\nZero\n')).toMatchObject({ imported: 0, refused: 2, is_finished: true })
    expect(await imported(to, 'name\nZero\n', 'csv')).toMatchObject({ imported: 1, refusals: [], wasBegun: false })
    await imported(to, lines({ name: 'Um' }))
    expect(await imported(to, lines({ name: 'Um' }, { name: 'Dois' }))).toMatchObject({ imported: 2, wasBegun: false })
    expect(await imported(other, lines({ name: 'Um' }))).toMatchObject({ imported: 1, wasBegun: false })
    expect(await namesIn(to)).toEqual(['Zero', 'Um', 'Um', 'Dois'])
  })

  test.each<Format>(['ndjson', 'csv'])('is taken up where it stood: %s', async format => {
    const [from, to] = [await aShop(), await aShop()]
    await seed(from.db, from.world, await contextOf(from), {
      products: 560,
      locations: 0,
      customers: 0,
      orders: 0,
      seed: 5,
    })
    const text = await written(from, format)
    const path = newFile(text)
    const target = { db: to.db, world: to.world, store: await contextOf(to), files: images }
    const stop = new Error('the power is gone')
    const run = (onProgress: (bytes: number) => void) =>
      importProducts(target, { path, format, restart: false, onProgress })
    let batches = 0
    const failing = run(() => {
      if (++batches === 1) throw stop
    })
    await expect(failing).rejects.toThrow(stop)
    const Count = Type.Object({ count: Type.Integer() })
    const countOf = () =>
      to.db.one(Count, sql`select count(*) as count from products where store_id = ${to.id}`).then(({ count }) => count)
    expect(await countOf()).toBe(500)

    expect(await run(() => {})).toMatchObject({ imported: 560, refused: 0, wasBegun: true, is_finished: true })
    expect(await countOf()).toBe(560)
    expect(contentOf(await written(to, 'ndjson'))).toEqual(contentOf(await written(from, 'ndjson')))
  })

  test('is taken up in its store, whatever came of it in another one, and of other files, meanwhile', async () => {
    const [to, other] = [await aShop(), await aShop()]
    // The first line is a batch of its own.
    const text = `${'x'.repeat(4 * 1024 * 1024)}\n${lines({ name: 'Um' })}`
    const target = { db: to.db, world: to.world, store: await contextOf(to), files: images }
    const stop = new Error('the power is gone')
    const onProgress = () => {
      throw stop
    }
    const options = { path: newFile(text), format: 'ndjson', restart: false, onProgress } as const
    await expect(importProducts(target, options)).rejects.toThrow(stop)

    const whole = { imported: 1, refused: 1, is_finished: true, refusals: ['1: Problems parsing JSON'] }
    expect(await imported(other, text)).toMatchObject({ ...whole, wasBegun: false })
    expect(await imported(other, text, 'ndjson', true)).toMatchObject({ ...whole, wasBegun: false })
    expect(await imported(to, lines({ name: '' }, { name: 'Dois' }))).toMatchObject({ imported: 1, refused: 1 })
    expect(await imported(to, text)).toMatchObject({ ...whole, wasBegun: true, wasFinished: false })
    expect(await imported(other, text)).toMatchObject({ ...whole, wasFinished: true })
    expect([await namesIn(to), await namesIn(other)]).toEqual([
      ['Dois', 'Um'],
      ['Um', 'Um'],
    ])
  })

  test('is imported by one process at a time: of two that meet one is told, and every line comes once', async () => {
    const to = await aShop()
    const text = lines(...Array.from({ length: 1200 }, (_, i) => ({ name: `N ${i}` })))
    const results = await Promise.allSettled([imported(to, text), imported(to, text)])
    const refusals = results.filter(result => result.status === 'rejected')
    for (const { reason } of refusals) expect(reason.message).toMatch(/^another process is importing this file/)
    expect(refusals.length).toBeLessThan(2)
    expect(await imported(to, text)).toMatchObject({ imported: 1200, is_finished: true })
    const Count = Type.Object({ count: Type.Integer() })
    const { count } = await to.db.one(Count, sql`select count(*) as count from products where store_id = ${to.id}`)
    expect(count).toBe(1200)
  })
})

test('names of categories go before their ids, ids of locations that are known before their names', async () => {
  const to = await aShop()
  const [centro, norte] = await to.client.locations.list()
  const { id } = await to.client.categories.create({ body: { name: 'Ofertas' } })
  const levelsOf = (location_id: string, location: string) => [{ location_id, location, stock: 1 }]
  const text = lines(
    { name: 'A', categories: [id], category_paths: [['Ropa']], inventory_levels: levelsOf(norte?.id ?? '', 'Centro') },
    { name: 'B', categories: [id], inventory_levels: levelsOf('01JCCQDKZ4YV1Q0Q4T4R8XH7SE', ' Centro ') },
  )
  expect(await imported(to, text)).toMatchObject({ imported: 2, refusals: [] })
  const products = await to.client.products.list()
  const placesOf = ({ variants }: Product) =>
    variants[0]?.inventory_levels.filter(({ stock }) => stock === 1).map(level => level.location_id)
  expect(products.map(product => [product.categories.map(({ name }) => name.pt), placesOf(product)])).toEqual([
    [['Ropa'], [norte?.id]],
    [['Ofertas'], [centro?.id]],
  ])
})

test('a product that was read over the API can be brought in as it is', async () => {
  const [from, to] = [await aShop(), await aShop()]
  const made: Product = await from.client.products.create({ body: odd[2] as ProductInput })
  const text = lines({ ...made, categories: [], variants: made.variants.map(v => ({ ...v, inventory_levels: [] })) })
  expect(await imported(to, text)).toMatchObject({ imported: 1, refusals: [] })
  expect((await to.client.products.list({ query: { page: 1, per_page: 30 } }))[0]?.variants).toHaveLength(3)
})
