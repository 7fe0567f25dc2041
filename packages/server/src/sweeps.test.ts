import { beforeAll, expect, test } from 'vitest'
import { raw } from './platform/database/sql.ts'
import { sweeps } from './sweeps.ts'
import { signedUp } from './testing/people.ts'
import { dispatcherOf, obliging } from './testing/receiver.ts'
import { aLocation, store, type TestStore, type TestWorld, testWorld } from './testing/store.ts'

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
