import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from './platform/database/sql.ts'
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
