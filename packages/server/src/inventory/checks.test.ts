import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import type { Queries } from '../platform/database/database.ts'
import { raw, type Sql, sql } from '../platform/database/sql.ts'
import { shop, sized, write } from '../testing/products.ts'
import { aLocation } from '../testing/store.ts'
import { inventoryChecks } from './index.ts'

/** Levels of every kind, after all that can happen to them. */
async function someStock() {
  const of = await shop()
  const a = (await of.client.locations.create({ body: aLocation() })).id
  const b = (await of.client.locations.create({ body: aLocation() })).id
  const product = await sized(of, ['P', 'M', 'G', 'GG'])
  const params = { product_id: product.id }
  const [p = 0, m = 0, g = 0, gone = 0] = product.variants.map(({ id }) => id)
  await of.client.variants.setStock({ params, body: { action: 'variation', value: 3, id: p } })
  await of.client.variants.setStock({ params, body: { action: 'replace', value: 2, id: p, location_id: b } })
  await of.client.variants.setStock({ params, body: { action: 'replace', value: null, id: m } })
  await of.client.variants.setStock({ params, body: { action: 'replace', value: 0, id: g, location_id: b } })
  await of.client.variants.delete({ params: { ...params, id: gone } })
  return { of, product: product.id, p, m, g, gone, a, b }
}

type Stock = Awaited<ReturnType<typeof someStock>>

let made: Promise<Stock> | undefined
const stock = (): Promise<Stock> => {
  made ??= someStock()
  return made
}

const brokenIn = async (db: Queries, store?: number) =>
  (await findBroken(db, inventoryChecks, store)).map(({ name, count }) => `${name} ${count}`)

test('what the API makes breaks no rule, in one store and in all', async () => {
  const { of } = await stock()
  expect(await brokenIn(of.db, of.id)).toEqual([])
  expect(await brokenIn(of.db)).toEqual([])
})

const sums = 'inventory/levels-are-sums'
const follow = 'inventory/movements-follow'

test.each<[string, (stock: Stock) => Sql[], string[]]>([
  [
    'units that came from nowhere',
    ({ p, a }) => [sql`update inventory_levels set stock = stock + 1 where variant_id = ${p} and location_id = ${a}`],
    [`${sums} 1`],
  ],
  [
    'units that went without a word',
    ({ p, b }) => [sql`update inventory_levels set stock = 0 where variant_id = ${p} and location_id = ${b}`],
    [`${sums} 1`],
  ],
  [
    'a number that became unlimited',
    ({ p, a }) => [sql`update inventory_levels set stock = null where variant_id = ${p} and location_id = ${a}`],
    [`${sums} 1`],
  ],
  [
    'unlimited that became 0',
    ({ m }) => [sql`update inventory_levels set stock = 0 where variant_id = ${m}`],
    [`${sums} 1`],
  ],
  [
    '0 that became unlimited',
    ({ g, b }) => [sql`update inventory_levels set stock = null where variant_id = ${g} and location_id = ${b}`],
    [`${sums} 1`],
  ],
  [
    'a movement that is gone',
    ({ p, a }) => [sql`delete from stock_movements where variant_id = ${p} and location_id = ${a} and delta = 3`],
    [`${sums} 1`],
  ],
  [
    'a movement too many',
    ({ of, p, a }) => [
      sql`insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
          values (${of.id}, ${p}, ${a}, 1, 9, 'api', 'x', now())`,
    ],
    [`${sums} 1`],
  ],
  [
    'another delta',
    ({ p, a }) => [
      sql`update stock_movements set delta = 4 where variant_id = ${p} and location_id = ${a} and delta = 3`,
    ],
    [`${sums} 1`, `${follow} 1`],
  ],
  [
    'a movement at another place',
    ({ p, a, b }) => [
      sql`update stock_movements set location_id = ${b} where variant_id = ${p} and location_id = ${a} and delta = 3`,
    ],
    [`${sums} 2`, `${follow} 2`],
  ],
  [
    'two wrong movements that add up',
    ({ p, a }) => [sql`update stock_movements set delta = 4 where variant_id = ${p} and location_id = ${a}`],
    [`${follow} 2`],
  ],
  [
    'another level after',
    ({ m }) => [sql`update stock_movements set level_after = 0 where variant_id = ${m} and level_after is null`],
    [`${sums} 1`],
  ],
  [
    'a ledger of what is gone that does not end at 0',
    ({ gone }) => [sql`delete from stock_movements where variant_id = ${gone} and delta < 0`],
    [`${sums} 1`],
  ],
  [
    'a level that vanished',
    ({ p, b }) => [sql`delete from inventory_levels where variant_id = ${p} and location_id = ${b}`],
    [`${sums} 1`],
  ],
  [
    'a level below zero',
    ({ g, b }) => [
      raw('alter table inventory_levels drop constraint inventory_levels_stock_check'),
      sql`update inventory_levels set stock = -1 where variant_id = ${g} and location_id = ${b}`,
    ],
    [`${sums} 1`, 'inventory/not-negative 1'],
  ],
  [
    'a variant without a level',
    ({ g }) => [
      sql`delete from stock_movements where variant_id = ${g}`,
      sql`delete from inventory_levels where variant_id = ${g}`,
    ],
    ['inventory/levels-and-variants 1'],
  ],
  [
    'levels of a variant that is not there',
    ({ g }) => [
      raw('alter table inventory_levels drop constraint inventory_levels_store_id_product_id_variant_id_fkey'),
      sql`delete from variants where id = ${g}`,
    ],
    ['inventory/levels-and-variants 1'],
  ],
])('a damage is found: %s', async (_what, damage, found) => {
  const made = await stock()
  const done = write(made.of, async ({ tx }) => {
    for (const statement of damage(made)) await tx.run(statement)
    expect(await brokenIn(tx)).toEqual(found)
    expect(await brokenIn(tx, made.of.id)).toEqual(found)
    throw new Error('undo')
  })
  await expect(done).rejects.toThrow('undo')
})
