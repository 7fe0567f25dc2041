import Type from 'typebox'
import { beforeEach, describe, expect, test } from 'vitest'
import { emit, forgetEntries } from '../events/index.ts'
import type { Db } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { oldDeliveries } from '../testing/old-deliveries.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { forgetDeliveries, replayChosen, sendNotice } from './index.ts'

const day = 24 * 3_600_000
let of: TestStore
beforeEach(async () => {
  of = await shop()
  await of.client.webhooks.create({ body: { event: 'order/created', url: 'https://hooks.example' } })
})

const happen = (count: number) => {
  const orders = Array.from({ length: count }, (_, id) => ({ id }))
  return of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', ...orders))
}
const send = () => dispatcherOf(of, { outbound: obliging }).tick()

// More by `OLD_DELIVERIES=1000000`.
const { OLD_DELIVERIES = '20000' } = process.env

const Lock = Type.Object({ mode: Type.String() })
/**
 * Of others on the whole table. Not PostgreSQL's own cleaning, which gives way to everybody; and in the databases of other
 * tests the table has the same number.
 */
const locks = sql`
  select mode from pg_locks l
    join pg_stat_activity a using (pid)
    join pg_database d on d.oid = l.database
   where l.locktype = 'relation' and l.relation = 'deliveries'::regclass and d.datname = current_database()
     and pid <> pg_backend_pid() and a.backend_type = 'client backend'`

const Size = Type.Object({ size: Type.Integer() })
const sizeOf = async (db: Db) => (await db.one(Size, sql`select pg_total_relation_size('deliveries') as size`)).size

const Count = Type.Object({ count: Type.Integer() })
const kept = async (table: 'deliveries' | 'journal') =>
  (await of.db.one(Count, sql`select count(*) from ${raw(table)} where store_id = ${of.id}`)).count

/** Days after now, by the clock that gave the ids. */
const later = (days: number) => new Date(Date.now() + days * day)

describe('D67: kept for 30 days', () => {
  test('and then deliveries go, in batches, and entries of the journal too', async () => {
    await happen(2500)
    await send()
    await forgetDeliveries(of.db, later(29))
    await forgetEntries(of.db, later(29))
    expect([await kept('deliveries'), await kept('journal')]).toEqual([2500, 2500])
    expect(await forgetDeliveries(of.db, later(31))).toBeGreaterThanOrEqual(2500)
    expect(await forgetEntries(of.db, later(31))).toBeGreaterThanOrEqual(2500)
    expect([await kept('deliveries'), await kept('journal')]).toEqual([0, 0])
    await happen(1)
    await send()
    const [newest] = await of.client.events.list()
    expect(newest?.id).toBe(2501)
  })

  test('entries that were dated by a clock which was years ahead keep no others', async () => {
    await happen(1)
    await send()
    await of.db.run(sql`update journal set created_at = ${later(3000)} where store_id = ${of.id}`)
    await happen(1500)
    await send()
    await of.db.run(
      sql`update journal set created_at = ${later(3000)} where store_id = ${of.id} and id between 900 and 1100`,
    )
    await forgetEntries(of.db, later(29))
    expect(await kept('journal')).toBe(1501)
    await forgetEntries(of.db, later(31))
    expect(await kept('journal')).toBe(202)
  })

  test('what is not done yet stays, however old, also beside what is done', async () => {
    await happen(2)
    await send()
    await happen(3)
    const refusing = { ...obliging, request: async () => ({ ...(await obliging.request({} as never)), status: 500 }) }
    await dispatcherOf(of, { outbound: refusing, schedule: [100 * 24 * 3600] }).tick()
    await forgetDeliveries(of.db, later(60))
    expect(await kept('deliveries')).toBe(3)
  })

  test('of each webhook only what is old goes', async () => {
    await happen(5)
    await send()
    const cut = later(31)
    // As if it had been made later.
    await of.db.run(sql`
      update deliveries set id = ('ffffffff' || substr(id::text, 9))::uuid
       where store_id = ${of.id} and entry_id > 2`)
    await forgetDeliveries(of.db, cut)
    expect(await kept('deliveries')).toBe(3)
  })

  const old = Number(OLD_DELIVERIES)

  test(`${old} go without a lock that stops anybody, and the room that they leave is used again`, async () => {
    const { id: webhook } = (await of.client.webhooks.list())[0] ?? { id: 0 }
    const { db } = of
    await oldDeliveries(db, of.id, webhook, old)
    const full = await sizeOf(db)
    const modes = new Set<string>()
    let isDone = false
    const watching = (async () => {
      while (!isDone) for (const { mode } of await db.many(Lock, locks)) modes.add(mode)
    })()
    expect(await forgetDeliveries(db, new Date())).toBe(old)
    isDone = true
    await watching
    // Whoever reads or writes rows takes these as well; all others would stop somebody.
    expect(modes).toContain('RowExclusiveLock')
    expect([...modes].filter(mode => mode !== 'RowExclusiveLock' && mode !== 'AccessShareLock')).toEqual([])
    // What the server does by itself within a minute.
    await db.run(raw('vacuum deliveries'))
    await oldDeliveries(db, of.id, webhook, old)
    // Twice as much where nothing is used again; emptied pages of an index wait for the next time.
    expect(await sizeOf(db)).toBeLessThan(full * 1.3)
  }, 600_000)

  test('a server that closes does not wait until all of them are gone', async () => {
    await oldDeliveries(of.db, of.id, 0, 3000)
    expect(await forgetDeliveries(of.db, new Date(), AbortSignal.abort())).toBe(0)
    expect(await kept('deliveries')).toBe(3000)
  })

  test.each([
    [
      'webhooks',
      forgetDeliveries,
      sql`insert into deliveries (store_id, webhook_id, id, actor, event, payload, status, created_at)
          select 1000000 + n / 3, n % 3, '00000000-0000-7000-8000-000000000000', 'token:1', 'order/created', '{}', 'delivered', now() - interval '40 days'
            from generate_series(1, 2500) n`,
    ],
    [
      'journals',
      forgetEntries,
      sql`insert into journal (store_id, id, event, payload, created_at, deliveries)
          select 1000000 + n, 1, 'order/created', '{}', now() - interval '40 days', 0 from generate_series(1, 2500) n`,
    ],
  ])('however many %s there are, no statement looks at more than some of them', async (_what, forget, old) => {
    await of.db.run(old)
    const found: number[] = []
    const db: Db = {
      ...of.db,
      async many(schema, query) {
        const rows = await of.db.many(schema, query)
        found.push(rows.length)
        return rows
      },
    }
    expect(await forget(db, new Date())).toBeGreaterThanOrEqual(2500)
    expect(Math.max(...found)).toBeLessThanOrEqual(1000)
    expect(await forget(of.db, new Date())).toBe(0)
  })

  // Last, because it moves the time of all on: those that filled the room above go here, and may be a million.
  test('from its last attempt on: what waited for longer than that can still be seen and replayed', async () => {
    const { db, world, appId: app } = of
    const at = new Date(world.now().getTime() + 180 * day)
    const notice = { notice: 'store/redact', payload: {}, to: [{ app, url: 'https://redact.example' }], at } as const
    await db.tx(tx => sendNotice(tx, world.now(), of.id, notice))
    world.advance(180 * day)
    const refusing = { ...obliging, request: async () => ({ ...(await obliging.request({} as never)), status: 500 }) }
    await dispatcherOf(of, { outbound: refusing }).tick()
    world.advance(29 * day)
    await forgetDeliveries(db, world.now())
    expect(await db.tx(tx => replayChosen(tx, of.id, { isFailed: true }))).toBe(1)
    await send()
    world.advance(29 * day)
    await forgetDeliveries(db, world.now())
    expect(await kept('deliveries')).toBe(1)
    world.advance(2 * day)
    await forgetDeliveries(db, world.now())
    expect(await kept('deliveries')).toBe(0)
  }, 600_000)
})
