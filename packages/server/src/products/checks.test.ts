import { describe, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { make, shop, sized, write } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { productChecks } from './index.ts'

/** Products of every kind, after all that can happen to them. */
async function aCatalogue() {
  const of = await shop()
  const category = await of.client.categories.create({ body: { name: 'A' } })
  const plain = await make(of, { name: { en: 'Only "English"', es: 'y español' } })
  const full = await sized(of, ['P', 'M', 'G'], {
    name: 'Camiseta',
    categories: [category.id],
    tags: 'a, b',
    images: [
      { src: 'https://img.example/1.jpg', alt: 'x' },
      { src: 'https://img.example/2.jpg' },
      { src: 'https://img.example/3.jpg' },
    ],
  })
  const [p, m] = full.variants
  const [, second] = full.images
  const params = { product_id: full.id }
  await of.client.variants.update({
    params: { ...params, id: p?.id ?? 0 },
    body: { image_id: second?.id ?? 0, price: 3, weight: 1 },
  })
  await of.client.variants.delete({ params: { ...params, id: m?.id ?? 0 } })
  await of.client.images.update({ params: { ...params, id: second?.id ?? 0 }, body: { position: 1 } })
  await of.client.products.update({
    params: { id: full.id },
    body: { name: { es: 'Remera', pt: 'Camiseta' }, handle: 'c' },
  })
  await of.client.products.delete({ params: { id: (await make(of)).id } })
  return { of, full: full.id, plain: plain.id, category: category.id, image: second?.id ?? 0 }
}

type Catalogue = Awaited<ReturnType<typeof aCatalogue>>

const brokenIn = async (db: Queries, store?: number) =>
  (await findBroken(db, productChecks, store)).map(({ name, count }) => `${name} ${count}`)

/** What is found with a damage that is undone afterwards. */
async function damaged({ of }: Catalogue, damage: (tx: Tx) => Promise<unknown>): Promise<[string[], string[]]> {
  const undo = new Error('undo')
  let found: [string[], string[]] = [[], []]
  const done = write(of, async ({ tx }) => {
    await damage(tx)
    found = [await brokenIn(tx), await brokenIn(tx, of.id)]
    throw undo
  })
  await expect(done).rejects.toBe(undo)
  return found
}

test('what the API makes breaks no rule, in one store and in all', async () => {
  const { of } = await aCatalogue()
  expect(await brokenIn(of.db, of.id)).toEqual([])
  expect(await brokenIn(of.db)).toEqual([])
})

describe('a damage is found', () => {
  let made: Promise<Catalogue> | undefined
  const catalogue = () => {
    made ??= aCatalogue()
    return made
  }

  test.each<[string, (catalogue: Catalogue) => Sql | Sql[], string[]]>([
    [
      'a count too high',
      ({ of }) => sql`update product_counts set count = count + 1 where store_id = ${of.id}`,
      ['products/counts 1'],
    ],
    ['no counts', ({ of }) => sql`delete from product_counts where store_id = ${of.id}`, ['products/counts 1']],
    [
      'counts where nothing is',
      ({ of }) => sql`insert into product_counts (store_id, run, count) values (${of.id}, 99999, 3)`,
      ['products/counts 1'],
    ],
    [
      'a product that nobody counted',
      ({ full }) => [
        sql`delete from inventory_levels where product_id = ${full}`,
        sql`delete from handles where owner_id = ${full}`,
        sql`delete from products where id = ${full}`,
      ],
      ['products/counts 1'],
    ],
    [
      'no variants',
      ({ plain }) => [
        sql`delete from inventory_levels where product_id = ${plain}`,
        sql`delete from variants where product_id = ${plain}`,
      ],
      ['products/variants 1', 'products/documents 1'],
    ],
    [
      'a category named and not linked',
      ({ full }) => sql`delete from product_categories where product_id = ${full}`,
      ['products/categories 1'],
    ],
    [
      'a category linked and not named',
      ({ of, plain, category }) =>
        sql`insert into product_categories (store_id, category_id, product_id) values (${of.id}, ${category}, ${plain})`,
      ['products/categories 1'],
    ],
    [
      'a handle that is kept for nobody',
      ({ of }) =>
        sql`insert into handles (store_id, kind, language, handle, owner_id) values (${of.id}, 'product', 'pt', 'x', 4711)`,
      ['products/handles 1'],
    ],
    [
      'handles that are not kept',
      ({ full }) => sql`delete from handles where owner_id = ${full}`,
      ['products/handles 2'],
    ],
    [
      'another handle in the row',
      ({ full }) => sql`update products set handle = '{"pt": "x", "es": "c"}' where id = ${full}`,
      ['products/handles 2', 'products/documents 1'],
    ],
    [
      'two images on one place',
      ({ full, image }) => sql`update images set position = 2 where product_id = ${full} and id = ${image}`,
      ['products/images 1', 'products/documents 1'],
    ],
    [
      'an image that is not there',
      ({ full }) => sql`update variants set image_id = 4711 where product_id = ${full} and image_id is not null`,
      ['products/shown-images 1', 'products/documents 1'],
    ],
    [
      'another name',
      ({ full }) => sql`update products set name = '{"pt": "x"}' where id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another price',
      ({ full }) => sql`update variants set price = 77 where product_id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another alt',
      ({ full }) => sql`update images set alt = '{}' where product_id = ${full} and alt <> '{}'`,
      ['products/documents 1'],
    ],
    [
      'another document',
      ({ full }) =>
        sql`update products set document = replace(document, '"published":true', '"published":false') where id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another search',
      ({ full }) => sql`update products set search = 'x' where id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another name to sort by',
      ({ full }) => sql`update products set sort_name = 'x' where id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another price to sort by',
      ({ full }) => sql`update products set sort_price = null where id = ${full}`,
      ['products/documents 1'],
    ],
    [
      'another answer to the filters',
      ({ plain }) => sql`update products set has_weight = true, has_promotional_price = true where id = ${plain}`,
      ['products/documents 1'],
    ],
    [
      'fewer attributes',
      ({ full }) => sql`update products set attributes = '[]' where id = ${full}`,
      ['products/values 2', 'products/documents 1'],
    ],
    [
      'another combination',
      ({ full }) => sql`update variants set combination = 'x' where product_id = ${full} and image_id is not null`,
      ['products/documents 1'],
    ],
  ])('%s', async (_what, damage, found) => {
    const made = await catalogue()
    const statements = [damage(made)].flat()
    const run = async (tx: Tx) => {
      for (const statement of statements) expect(await tx.run(statement)).toBeGreaterThan(0)
    }
    expect(await damaged(made, run)).toEqual([found, found])
  })

  test('with its store, its product and the columns that are wrong', async () => {
    const { of, full } = await catalogue()
    await expect(
      write(of, async ({ tx }) => {
        await tx.run(sql`update products set search = 'x', sort_price = 5 where id = ${full}`)
        const [broken] = await findBroken(tx, productChecks, of.id)
        expect(broken).toEqual({
          name: 'products/documents',
          sentence: expect.any(String),
          count: 1,
          examples: [{ store_id: of.id, id: full, columns: ['search', 'sort_price'] }],
        })
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
  })
})

test('all products are looked at, batch after batch, and ten are shown', async () => {
  const of: TestStore = await shop()
  await of.db.run(sql`
    insert into products (store_id, name, description, handle, attributes, published, free_shipping, requires_shipping,
                          seo_title, seo_description, tags, created_at, updated_at, category_ids, search, sort_name,
                          sold, has_promotional_price, has_weight, has_all_dimensions, document)
    select ${of.id}, '{}', '{}', '{}', '[]', true, true, true, '{}', '{}', '', now(), now(), '[]', '', '', 0, false, true, true, '?'
      from generate_series(1, 901)`)
  const broken = await findBroken(of.db, productChecks, of.id)
  const documents = broken.find(({ name }) => name === 'products/documents')
  expect(documents?.count).toBe(901)
  expect(documents?.examples).toHaveLength(10)
  await of.db.run(sql`delete from products where store_id = ${of.id}`)
})
