import Type from 'typebox'
import { expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import { raw, sql } from './sql.ts'
import { lookAtGrown } from './statistics.ts'

const Plan = Type.Object({ 'QUERY PLAN': Type.String() })

test('a table that has grown from nothing is looked at, once, and found by its key from then on', async () => {
  const { db } = await database()
  // PostgreSQL must not be faster than we are.
  const alone = 'with (autovacuum_enabled = off)'
  await db.run(raw(`create table grown (store_id bigint, id bigint, at bigint, primary key (store_id, id)) ${alone}`))
  await db.run(raw('create index grown_at on grown (store_id, at)'))
  const grow = async (from: number, to: number) => {
    await db.run(sql`insert into grown select 1, n, n from generate_series(${from}::bigint, ${to}::bigint) n`)
    await db.run(raw('select pg_stat_force_next_flush()'))
  }
  await db.run(raw('analyze grown'))
  await grow(1, 49)
  expect(await lookAtGrown(db)).not.toContain('grown')
  await grow(50, 3000)
  await expect.poll(() => lookAtGrown(db)).toContain('grown')
  const [plan] = await db.many(Plan, raw('explain select 1 from grown where store_id = 1 and id = 7'))
  expect(plan?.['QUERY PLAN']).toContain('grown_pkey')
  expect(await lookAtGrown(db)).not.toContain('grown')
  await grow(3001, 20_000)
  expect(await lookAtGrown(db)).not.toContain('grown')
})
