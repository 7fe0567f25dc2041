/** docs/contract 6.3. Whoever polls by `updated_at` sees every change: none is dated before one that came earlier. */
import { expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { meet } from './locks.ts'
import { ask, make, shop, variantOf } from './products.ts'
import type { TestStore } from './store.ts'

/** A thing of each kind: where it is, and what is written to it. */
interface Thing {
  path: string
  change: object
  id: number
  /** The row that its writers wait for. */
  lock?: { table: string; id: number }
}

async function made(of: TestStore, path: string, body: object, change: object): Promise<Thing> {
  const { id } = (await ask(of, 'POST', path, body)).body as { id: number }
  return { path: `${path}/${id}`, change, id }
}

const things: Record<string, (of: TestStore) => Promise<Thing>> = {
  customers: of => made(of, '/customers', { name: 'Ana', email: 'ana@example.com' }, { name: 'Bia' }),
  categories: of => made(of, '/categories', { name: 'Roupa' }, { name: 'Casa' }),
  coupons: of => made(of, '/coupons', { code: 'A', type: 'percentage', value: 10 }, { value: 20 }),
  scripts: of => made(of, '/scripts', { src: 'https://app.example/a.js' }, { src: 'https://app.example/b.js' }),
  webhooks: of =>
    made(of, '/webhooks', { event: 'product/created', url: 'https://app.example/a' }, { url: 'https://app.example/b' }),
  metafields: async of => {
    const { id } = await make(of)
    const body = { namespace: 'n', key: 'k', value: 'a', owner_resource: 'Product', owner_id: id }
    return made(of, '/metafields', body, { value: 'b' })
  },
  inventory_levels: async of => {
    const product = await make(of, { stock: 1 })
    const { id: variant, inventory_levels } = variantOf(product)
    return {
      path: `/products/${product.id}/variants/${variant}`,
      change: { stock: 2 },
      id: inventory_levels[0]?.id ?? 0,
    }
  },
  variants: async of => {
    const product = await make(of)
    const { id } = variantOf(product)
    const lock = { table: 'products', id: product.id }
    return { path: `/products/${product.id}/variants/${id}`, change: { sku: 'b' }, id, lock }
  },
}

test.each(Object.entries(things))(
  'a change of one of the %s that waited for another is not dated before it',
  async (table, thing) => {
    const of = await shop()
    const { path, change, id, lock = { table, id } } = await thing(of)
    const later = new Date(Math.floor(of.world.now().getTime() / 1000) * 1000 + 60_000)
    const answer = await meet(
      of.db,
      tx => tx.run(sql`select 1 from ${raw(lock.table)} where store_id = ${of.id} and id = ${lock.id} for update`),
      () => ask(of, 'PUT', path, change),
      tx => tx.run(sql`update ${raw(table)} set updated_at = ${later} where store_id = ${of.id} and id = ${id}`),
    )
    expect(answer.status).toBe(200)
    const { body } = await ask(of, 'GET', path)
    expect(Date.parse((body as { updated_at: string }).updated_at)).toBe(later.getTime())
  },
)
