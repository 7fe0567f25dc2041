import { expect, test } from 'vitest'
import { migrate, migrations } from '../platform/database/migrate.ts'
import { nextIds } from '../platform/database/sequences.ts'
import { open } from '../testing/database.ts'
import { beforeLines } from './ids.ts'

test('the lines of new orders have other ids than those of orders and drafts of earlier releases', async () => {
  const { db } = await open(false)
  const place = migrations.findIndex(({ name }) => name.endsWith('_order_ids.sql'))
  await migrate(db, migrations.slice(0, place))
  const [earlier = 0] = await db.tx(tx => nextIds(tx, 'orders', 1))
  await migrate(db)
  const [next = 0] = await db.tx(tx => nextIds(tx, 'orders', 1))
  expect(next).toBeGreaterThan(1_000_000_000)
  expect(beforeLines(next)).toBeGreaterThan(beforeLines(earlier))
})
