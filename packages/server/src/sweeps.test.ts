import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from './platform/database/database.ts'
import { raw, type Sql, sql } from './platform/database/sql.ts'
import { sweeps } from './sweeps.ts'
import { signedUp } from './testing/people.ts'
import { dispatcherOf, obliging } from './testing/receiver.ts'
import { aLocation, store, type TestStore, type TestWorld, testWorld } from './testing/store.ts'
import { sendNotice } from './webhooks/index.ts'

const year = 365 * 86_400_000

let of: TestStore
beforeAll(async () => {
  of = await store()
})

const sweepIn = async (world: TestWorld) => {
  for (const sweep of sweeps) await sweep(of.db, world)
}

/** How many rows there are of what goes one day. */
const left = () =>
  Promise.all(['journal', 'sessions', 'idempotency_keys'].map(table => of.db.run(raw(`select 1 from ${table}`))))

test('a server whose clock is ahead of that of the database removes nothing before its time', async () => {
  const { status } = await of.request('POST', `/v1/${of.id}/locations`, {
    headers: { 'idempotency-key': 'one' },
    body: aLocation(),
  })
  expect(status).toBe(201)
  await dispatcherOf(of, { outbound: obliging }).tick()
  await signedUp(of.server)
  expect(await left()).toEqual([1, 1, 1])
  const ahead = testWorld()
  ahead.advance(year)
  await sweepIn(ahead)
  expect(await left()).toEqual([1, 1, 1])
})

test('what is old by both clocks goes', async () => {
  await of.db.run(raw(`update journal set created_at = now() - interval '31 days'`))
  await of.db.run(raw(`update sessions set last_seen_at = now() - interval '15 days'`))
  await of.db.run(raw(`update idempotency_keys set created_at = now() - interval '25 hours'`))
  const behind = testWorld()
  behind.advance(-year)
  await sweepIn(behind)
  expect(await left()).toEqual([1, 1, 1])
  await sweepIn(testWorld())
  expect(await left()).toEqual([0, 0, 0])
})

const longAgo = '2020-01-01T00:00:00Z'

/** Many of what goes one day, by table: all of them old, but for one. */
const fillings: Record<string, (account: number) => Sql> = {
  idempotency_keys: () => sql`
    insert into idempotency_keys (store_id, actor, key, fingerprint, status, body, created_at)
    select ${of.id}, 'app:1', n::text, '', 200, '{}', case when n = 1 then now() else ${longAgo} end
      from generate_series(1, 2501) n`,
  shipping_quotes: () => sql`
    insert into shipping_quotes (store_id, id, document, created_at, expires_at)
    select ${of.id}, n::text, '{}', ${longAgo}, case when n = 1 then now() + interval '1 minute' else '2020-01-02' end
      from generate_series(1, 2501) n`,
  rate_buckets: () => sql`
    insert into rate_buckets (store_id, actor, level, granted, drained_at)
    select 1 + n / 2, 'app:' || n, 1, 1, case when n = 1001 then now() else ${longAgo} end from generate_series(1, 2501) n`,
  sessions: account => sql`
    insert into sessions (account_id, hash, address, user_agent, created_at, last_seen_at)
    select ${account}, n::text, '', '', case when n = 1 then now() else ${longAgo} end,
           case when n < 1300 then now() else ${longAgo} end
      from generate_series(1, 2501) n`,
  password_resets: account => sql`
    insert into password_resets (account_id, hash, expires_at)
    select ${account}, n::text, case when n = 1 then now() + interval '1 minute' else ${longAgo} end
      from generate_series(1, 2501) n`,
  invitations: () => sql`
    insert into invitations (store_id, hash, email, role, created_at, expires_at)
    select ${of.id}, n::text, '', 'staff', ${longAgo}, case when n = 1 then now() + interval '1 minute' else ${longAgo} end
      from generate_series(1, 2501) n`,
  attempts: () => sql`
    insert into attempts (key, level, is_admitted, drained_at)
    select n::text, 1, true, case when n = 1 then now() else ${longAgo} end from generate_series(1, 2501) n`,
  authorization_codes: () => sql`
    insert into authorization_codes (store_id, hash, app_id, scopes, expires_at)
    select ${of.id}, n::text, ${of.appId}, '[]', case when n = 1 then now() + interval '1 minute' else ${longAgo} end
      from generate_series(1, 2501) n`,
}

const Account = Type.Object({ id: Type.Integer() })

test.each(Object.entries(fillings))('of %s a statement removes no more than it has time for', async (table, fill) => {
  const { id } = await of.db.one(Account, sql`select id from accounts limit 1`)
  await of.db.run(raw(`delete from ${table}`))
  await of.db.run(fill(id))
  const rows = () => of.db.run(raw(`select 1 from ${table}`))
  const removed: number[] = []
  let before = await rows()
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    await answer
    const after = await rows()
    if (after < before) removed.push(before - after)
    before = after
    return answer
  }
  const db: Db = {
    ...of.db,
    run: statement => noted(of.db.run(statement)),
    one: (schema, statement) => noted(of.db.one(schema, statement)),
  }
  for (const sweep of sweeps) await sweep(db, testWorld())
  expect(await rows()).toBe(1)
  expect(removed.length).toBeGreaterThan(2)
  // All of one store go together, where they are found by their key.
  expect(Math.max(...removed)).toBeLessThanOrEqual(1001)
})

/** How many attempts are made now, by the clock of the database; all of them get this answer. */
const sending = (status: number) =>
  dispatcherOf(of, {
    outbound: { ...obliging, request: async question => ({ ...(await obliging.request(question)), status }) },
    schedule: [604_800],
    time: () => sql`now()`,
  }).tick()

test('a delivery that was put off while the clock of the database was ahead is due, and one that waits for a week stays', async () => {
  await of.client.webhooks.create({ body: { event: 'location/created', url: 'https://hooks.example' } })
  await of.client.locations.create({ body: aLocation() })
  expect(await sending(500)).toBe(1)
  await sweepIn(testWorld())
  expect(await sending(200)).toBe(0)
  for (const table of ['deliveries', 'dispatch'])
    await of.db.run(raw(`update ${table} set due_at = due_at + interval '1 year'`))
  await sweepIn(testWorld())
  expect(await sending(200)).toBe(1)
})

test('a notice about personal data waits for its time, however far that is', async () => {
  const customer = { id: 1, email: null, phone: null, identification: null }
  const payload = { customer, orders_to_redact: [] }
  const to = [{ app: of.appId, url: 'https://hooks.example/redact' }]
  const at = new Date(of.world.now().getTime() + year / 2)
  await of.db.tx(tx => sendNotice(tx, of.world.now(), of.id, { notice: 'customers/redact', payload, to, at }))
  await sweepIn(testWorld())
  expect(await sending(200)).toBe(0)
  for (const table of ['deliveries', 'dispatch'])
    await of.db.run(raw(`update ${table} set due_at = now() where due_at < 'infinity'`))
  expect(await sending(200)).toBe(1)
})
