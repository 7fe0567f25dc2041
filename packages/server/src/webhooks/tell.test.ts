import fc from 'fast-check'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { emit, untold } from '../events/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { claim, type Sender } from './dispatch.ts'
import { deliveryId, storiesOf, type Telling, tell } from './tell.ts'

const happened = fc.record({ id: fc.integer({ min: 1, max: 2 ** 40 - 1 }), at: fc.integer({ min: 0, max: 2 ** 47 }) })
const webhook = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('laws: the id of a delivery', () => {
  test('is a UUID of version 7 that says when it happened', () => {
    fc.assert(
      fc.property(happened, webhook, (event, webhook) => {
        const id = deliveryId(event, webhook)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(event.at)
      }),
    )
  })

  test('is the same for the same, and another for everything else', () => {
    fc.assert(
      fc.property(happened, webhook, happened, webhook, (one, here, other, there) => {
        const isSame = one.id === other.id && one.at === other.at && here === there
        expect(deliveryId(one, here) === deliveryId(other, there)).toBe(isSame)
        expect(deliveryId(one, here)).toBe(deliveryId({ ...one }, here))
        expect(deliveryId(one, here) === deliveryId(one, there)).toBe(here === there)
        expect(deliveryId(one, here) === deliveryId({ ...one, id: other.id }, here)).toBe(one.id === other.id)
      }),
    )
  })

  test('is in the order of time, and within a millisecond in that of the events', () => {
    fc.assert(
      fc.property(happened, webhook, happened, webhook, (one, here, other, there) => {
        fc.pre(one.at !== other.at || one.id !== other.id)
        const isEarlier = one.at === other.at ? one.id < other.id : one.at < other.at
        expect(deliveryId(one, here) < deliveryId(other, there)).toBe(isEarlier)
      }),
    )
  })
})

const happen = (of: TestStore, count: number) => {
  const orders = Array.from({ length: count }, (_, id) => ({ id }))
  return of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', ...orders))
}

async function listening(): Promise<TestStore> {
  const of = await shop()
  await of.client.webhooks.create({ body: { event: 'order/created', url: 'https://hooks.example' } })
  return of
}

const sender = (of: TestStore): Sender => ({ db: of.db, id: crypto.randomUUID(), time: () => sql`now()` })

/** All that is to be told, with nothing tried. */
async function tellingOf(of: TestStore): Promise<Telling> {
  const stories = await storiesOf(of.db, of.id, await untold(of.db, of.id, []))
  const untried = { status: 'pending', tries: 0, wait: null, attempts: [], is_here: false } as const
  return {
    events: stories.map(({ happened, deliveries }) => ({ ...happened, deliveries: deliveries.length })),
    deliveries: stories.flatMap(({ happened: { at }, deliveries }, i) =>
      deliveries.map(delivery => ({ ...delivery, ...untried, at, place: i + 1 })),
    ),
  }
}

const Count = Type.Object({ count: Type.Integer() })
const counts = async (of: TestStore) => {
  const tables = ['events', 'journal', 'deliveries'] as const
  const found = await Promise.all(
    tables.map(table => of.db.one(Count, sql`select count(*) from ${raw(table)} where store_id = ${of.id}`)),
  )
  return found.map(({ count }) => count)
}

describe('telling of events', () => {
  test('moves them into the journal with their deliveries, by whoever has the store, and once', async () => {
    const of = await listening()
    await happen(of, 3)
    const telling = await tellingOf(of)
    const [owner, other] = [sender(of), sender(of)]
    await claim(owner, of.id)
    expect(await claim(other, of.id)).toBe(false)
    expect(await tell(other, of.id, telling)).toEqual({ is_ours: false, webhooks: [] })
    expect(await counts(of)).toEqual([3, 0, 0])
    const webhooks = [telling.deliveries[0]?.webhook_id]
    expect(await tell(owner, of.id, telling)).toEqual({ is_ours: true, webhooks })
    expect(await counts(of)).toEqual([0, 3, 3])
    const told = await of.client.events.list()
    expect(told.map(({ id, notification }) => [id, notification.id])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ])
  })

  test('is done once, though the answer of the first time got lost', async () => {
    const of = await listening()
    await happen(of, 3)
    const owner = sender(of)
    await claim(owner, of.id)
    const telling = await tellingOf(of)
    await tell(owner, of.id, telling)
    expect(await tell(owner, of.id, telling)).toEqual({ is_ours: false, webhooks: [] })
    expect(await counts(of)).toEqual([0, 3, 3])
    // With others beside them those are not told, and not lost.
    await happen(of, 1)
    const more = await tellingOf(of)
    const all = {
      events: [...telling.events, ...more.events],
      deliveries: [...telling.deliveries, ...more.deliveries.map(delivery => ({ ...delivery, place: 4 }))],
    }
    await expect(tell(owner, of.id, all)).rejects.toMatchObject({ code: '22012' })
    expect(await counts(of)).toEqual([1, 3, 3])
    expect(await tell(owner, of.id, more)).toMatchObject({ is_ours: true })
    expect(await counts(of)).toEqual([0, 4, 4])
  })

  test('is planned by the key of what waits, though nothing waited when statistics were taken', async () => {
    const of = await listening()
    await happen(of, 500)
    await dispatcherOf(of, { outbound: obliging }).tick()
    await of.db.run(raw('vacuum analyze events'))
    await happen(of, 5000)
    const plans: string[] = []
    const Plan = Type.Object({ 'QUERY PLAN': Type.String() })
    const explained: Sender['db'] = {
      ...of.db,
      async one(schema, query) {
        plans.push((await of.db.many(Plan, sql`explain ${query}`)).map(line => line['QUERY PLAN']).join('\n'))
        return of.db.one(schema, query)
      },
    }
    const owner = { ...sender(of), db: explained }
    await claim(owner, of.id)
    const telling = await tellingOf(of)
    expect(telling.events).toHaveLength(500)
    await tell(owner, of.id, telling)
    expect(plans.join()).toContain('Delete on events')
    expect(plans.join()).toMatch(/events_pkey/)
    expect(plans.join()).not.toMatch(/Seq Scan on events/)
  })
})

test('many webhooks make few events at a time, unless nobody hears of those', async () => {
  const of = await shop()
  await of.db.run(sql`
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select ${of.id}, ${`app:${of.appId}`}, 'order/created', 'https://hooks.example/' || n, '{}', '{}', now(), now()
      from generate_series(1, 300) n`)
  await happen(of, 10)
  const heard = async () => (await storiesOf(of.db, of.id, await untold(of.db, of.id, []))).length
  expect(await heard()).toBe(6)
  await of.db.run(sql`update events set event = 'order/paid' where store_id = ${of.id}`)
  expect(await heard()).toBe(10)
})
