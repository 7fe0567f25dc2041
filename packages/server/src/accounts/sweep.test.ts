import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { raw } from '../platform/database/sql.ts'
import { database } from '../testing/database.ts'
import { signedUp } from '../testing/people.ts'
import { app, type TestWorld, testWorld } from '../testing/store.ts'
import { sweepAccounts } from './index.ts'

let world: TestWorld
let server: FastifyInstance
let db: Db

beforeAll(async () => {
  world = testWorld()
  server = await app({ world })
  db = (await database()).db
})

const hour = 3_600_000
const day = 24 * hour

/** How many links for a password, invitations and sessions are left by a sweep at that time. */
async function leftAt(time: number): Promise<number[]> {
  await sweepAccounts(db, new Date(time))
  return Promise.all(['password_resets', 'invitations', 'sessions'].map(table => db.run(raw(`select 1 from ${table}`))))
}

test('links, invitations and sessions are kept for as long as they work, and no longer', async () => {
  const owner = await signedUp(server)
  const { id: store_id } = await owner.panel.stores.create({ body: { name: 'Shop', country: 'BR' } })
  await owner.panel.members.invite({ params: { store_id }, body: { email: 'new@test.example', role: 'staff' } })
  await owner.panel.accounts.askReset({ body: { email: owner.session().account?.email ?? '' } })
  await expect.poll(() => db.run(raw('select 1 from password_resets'))).toBe(1)
  const now = world.now().getTime()
  expect([await leftAt(now + hour - 1), await leftAt(now + hour)]).toEqual([
    [1, 1, 1],
    [0, 1, 1],
  ])
  expect([await leftAt(now + 7 * day - 1), await leftAt(now + 7 * day)]).toEqual([
    [0, 1, 1],
    [0, 0, 1],
  ])
  expect([await leftAt(now + 14 * day - 1), await leftAt(now + 14 * day)]).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ])
})

test('a session that is used is kept for three months', async () => {
  const someone = await signedUp(server)
  const end = world.now().getTime() + 90 * day
  for (let week = 1; week <= 12; week++) {
    world.advance(7 * day)
    await someone.panel.sessions.get()
  }
  expect([await leftAt(end - 1), await leftAt(end)]).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ])
})
