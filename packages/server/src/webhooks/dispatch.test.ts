import Type from 'typebox'
import { expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { type Item, load, type Result, record, type Sender } from './dispatch.ts'

const Plan = Type.Object({ 'QUERY PLAN': Type.String() })

const happen = (of: TestStore, count: number) => {
  const orders = Array.from({ length: count }, (_, id) => ({ id }))
  return of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', ...orders))
}

const delivered = ({ store_id, webhook_id, id }: Item): Result => ({
  store_id,
  webhook_id,
  id,
  tries: 2,
  status: 'delivered',
  wait: null,
  attempt: { at: '2026-07-11T01:29:50+0000', status_code: 200, error: null, duration_ms: 3, response: 'ok' },
})

test('results are written down without a look at all that waits, though nothing waited when statistics were taken', async () => {
  const of = await shop()
  await of.client.webhooks.create({ body: { event: 'order/created', url: 'https://hooks.example' } })
  await happen(of, 2000)
  await dispatcherOf(of, { outbound: obliging }).tick()
  await of.db.run(raw('analyze deliveries'))
  await happen(of, 500)
  const refusing = { ...obliging, request: async () => ({ ...(await obliging.request({} as never)), status: 500 }) }
  await dispatcherOf(of, { outbound: refusing, schedule: [1] }).tick()
  of.world.advance(1000)

  const plans: string[] = []
  const many: TestStore['db']['many'] = async (schema, query) => {
    const lines = await of.db.many(Plan, sql`explain ${query}`)
    plans.push(lines.map(line => line['QUERY PLAN']).join('\n'))
    return of.db.many(schema, query)
  }
  const sender: Sender = { db: of.db, id: crypto.randomUUID(), time: () => sql`${of.world.now()}::timestamptz` }
  const items = await load(sender, of.id, [], 500)
  await record({ ...sender, db: { ...of.db, many } }, items.map(delivered))

  expect(items).toHaveLength(500)
  expect(plans).toEqual([expect.stringContaining('Update on deliveries')])
  expect(plans.join()).not.toContain('deliveries_due')
  expect(await of.db.many(Type.Object({}), sql`select 1 from deliveries where due_at is not null`)).toEqual([])
})
