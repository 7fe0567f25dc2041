import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { chain, change, ids, kill, make } from '../testing/categories.ts'
import { store, type TestStore } from '../testing/store.ts'
import { categoryChecks } from './index.ts'

/** A tree with every kind of place in it. */
async function aTree() {
  const shop = await store()
  const [a, b, c] = ids(await chain(shop, 'a', 'b', 'c')) as [number, number, number]
  const { id: d } = await make(shop, { name: 'a', description: '<p>"x"</p>', google_shopping_category: 'Shoes' })
  await change(shop, a, { visibility: 'hidden' })
  await kill(shop, (await make(shop, { name: 'e', parent: b })).id)
  return { shop, a, b, c, d }
}

const brokenIn = async ({ db, id }: TestStore) =>
  (await findBroken(db, categoryChecks, id)).map(({ name, count }) => `${name} ${count}`)

test('what the API makes breaks no rule, in one store and in all', async () => {
  const { shop } = await aTree()
  expect(await brokenIn(shop)).toEqual([])
  expect(await findBroken(shop.db, categoryChecks)).toEqual([])
})

type Tree = Awaited<ReturnType<typeof aTree>>

test.each<[string, (tree: Tree) => Sql, string[]]>([
  [
    'parents in a circle',
    ({ a, c }) => sql`update categories set parent = ${c} where id = ${a}`,
    ['categories/no-circles 3'],
  ],
  [
    'a category moved behind the back of its parents',
    ({ c, d }) => sql`update categories set parent = ${d} where id = ${c}`,
    // The old parent, the new one, and itself.
    ['categories/documents 3'],
  ],
  [
    'a category shown behind the back of its children',
    ({ a }) => sql`update categories set visibility = 'visible' where id = ${a}`,
    ['categories/documents 3'],
  ],
  [
    'another name in the row than in the document',
    ({ d }) => sql`update categories set name = '{"es": "z"}' where id = ${d}`,
    ['categories/documents 1'],
  ],
  [
    'a date that the document does not show',
    ({ d }) => sql`update categories set updated_at = updated_at + interval '1 s' where id = ${d}`,
    ['categories/documents 1'],
  ],
  [
    'a document with something more in it',
    ({ d }) => sql`update categories set document = '{"more":1,' || substr(document, 2) where id = ${d}`,
    ['categories/documents 1'],
  ],
  [
    'a document that is no JSON',
    ({ d }) => sql`update categories set document = '' where id = ${d}`,
    ['categories/documents 1'],
  ],
  [
    'a handle that is not kept for it',
    ({ d }) => sql`delete from handles where kind = 'category' and owner_id = ${d} and language = 'es'`,
    ['categories/handles 1'],
  ],
  [
    'a handle that is kept for another',
    ({ b, d }) => sql`update handles set owner_id = ${d} where kind = 'category' and owner_id = ${b}`,
    ['categories/handles 4'],
  ],
])('%s is found', async (_what, plant, broken) => {
  const tree = await aTree()
  await tree.shop.db.run(plant(tree))
  expect(await brokenIn(tree.shop)).toEqual(broken)
})
