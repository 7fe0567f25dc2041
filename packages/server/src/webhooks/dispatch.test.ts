import Type from 'typebox'
import { expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { type Item, load, look, type Result, record, type Sender } from './dispatch.ts'

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

test('a snapshot that somebody holds keeps what was told long ago, and a look at what is new passes over it', async () => {
  const of = await shop()
  let [open, close] = [() => {}, () => {}]
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const closed = new Promise<void>(resolve => {
    close = resolve
  })
  const dump = of.db.tx(
    async tx => {
      await tx.run(sql`select 1 from events`)
      open()
      await closed
    },
    { isolation: 'repeatable read' },
  )
  await opened
  await happen(of, 6000)
  await dispatcherOf(of).tick()
  const { last } = await of.db.one(Type.Object({ last: Type.Integer() }), sql`select nextval('events_id_seq') as last`)
  await happen(of, 1)

  const read: number[] = []
  const many: TestStore['db']['many'] = async (schema, query) => {
    const plan = await of.db.many(Plan, sql`explain (analyze, buffers, costs off) ${query}`)
    read.push(Number(/shared hit=(\d+)/.exec(plan.map(line => line['QUERY PLAN']).join('\n'))?.[1]))
    return of.db.many(schema, query)
  }
  const sender: Sender = { db: { ...of.db, many }, id: crypto.randomUUID(), time: () => sql`now()` }
  const found = [await look(sender, 0), await look(sender, last)]
  for (const work of found) expect(work).toContainEqual({ store_id: of.id, first: last + 1 })
  expect(read[1]).toBeLessThan((read[0] ?? 0) / 4)
  close()
  await dump
})
