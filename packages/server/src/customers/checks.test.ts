import { expect, test } from 'vitest'
import { orderChecks } from '../orders/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { stocked } from '../testing/orders.ts'
import { write } from '../testing/products.ts'
import { customerChecks } from './index.ts'

test.each<[string, (store: number) => Sql, string[]]>([
  ['nothing', store => sql`update customers set note = 'x' where store_id = ${store}`, []],
  [
    'two defaults',
    store => sql`update customers set addresses = addresses || addresses where store_id = ${store}`,
    ['customers/one-default-address'],
  ],
  [
    'no default',
    store =>
      sql`update customers set addresses = jsonb_set(addresses, '{0,default}', 'false') where store_id = ${store}`,
    ['customers/one-default-address'],
  ],
  [
    'a name that nobody finds',
    store => sql`update customers set name = 'Bia' where store_id = ${store}`,
    ['customers/search'],
  ],
  [
    'an order of nobody',
    store => sql`update orders set customer_id = 999999 where store_id = ${store}`,
    ['orders/customers-exist'],
  ],
])('a damage is found: %s', async (_what, damage, expected) => {
  const of = await stocked([[9]])
  const { customer } = await of.place({ customer: { name: 'Ána', email: 'ANA@example.com' } })
  const id = customer?.id ?? 0
  await of.client.customers.update({ params: { id }, body: { addresses: [{ address: 'Rua A' }], identification: '7' } })
  const checks = [...customerChecks, ...orderChecks]
  expect(await findBroken(of.db, checks, of.id)).toEqual([])
  const done = write(of, async ({ tx }) => {
    await tx.run(damage(of.id))
    expect((await findBroken(tx, checks, of.id)).map(({ name }) => name)).toEqual(expected)
    throw new Error('undo')
  })
  await expect(done).rejects.toThrow('undo')
})
