import { expect, test } from 'vitest'
import { database, open } from '../../testing/database.ts'
import { connect, type Db } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { serveHealth } from './health.ts'
import { createServer } from './server.ts'

async function health(db: Db) {
  const server = createServer({ logger: undefined, trustProxy: false })
  serveHealth(server, db)
  const [live, ready] = [await server.inject('/health/live'), await server.inject('/health/ready')]
  await server.close()
  return { live: live.statusCode, ready: ready.statusCode, reason: ready.json().reason }
}

test('ready with a database that is there and migrated', async () => {
  const { db } = await database()
  expect(await health(db)).toEqual({ live: 200, ready: 200, reason: undefined })
})

test('alive, but not ready, while the database is away', async () => {
  const away = connect({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 1 })
  expect(await health(away.everywhere)).toEqual({ live: 200, ready: 503, reason: 'the database cannot be reached' })
  await away.close()
})

test('alive, but not ready, with a database that is not migrated', async () => {
  const { db } = await open(false)
  expect(await health(db)).toEqual({ live: 200, ready: 503, reason: 'the database is at migration 0' })
})

test('ready with a database that the next release has migrated already: it serves until that one does', async () => {
  const { db } = await open(true)
  await db.run(sql`insert into migrations (version, name) values (9999, '9999_next.sql')`)
  expect(await health(db)).toEqual({ live: 200, ready: 200, reason: undefined })
})
