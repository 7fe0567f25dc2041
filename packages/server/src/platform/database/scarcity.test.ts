import Type from 'typebox'
import { expect, test } from 'vitest'
import { open } from '../../testing/database.ts'
import { atEnd } from '../../testing/ending.ts'
import { connect } from './database.ts'
import { raw, sql } from './sql.ts'

const Pid = Type.Object({ pid: Type.Integer() })
const slowly = sql`select pg_backend_pid() as pid from pg_sleep(0.01)`
const byKey = sql`select pg_backend_pid() as pid`

test('where PostgreSQL has few connections, all that is asked waits for them: reads, writes and reads by key', async () => {
  const { db, url } = await open(false)
  const name = new URL(url).pathname.slice(1)
  await db.run(raw(`alter database ${name} connection limit 4`))
  // One of the four is that of the administrator here.
  const database = connect({ url, size: 16, strict: true })
  atEnd(() => database.close())
  const { everywhere } = database
  await everywhere.one(Pid, byKey)
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        if (i % 3 === 0) return everywhere.tx(tx => tx.one(Pid, slowly))
        return i % 3 === 1 ? everywhere.maybe(Pid, byKey) : everywhere.one(Pid, slowly)
      }),
    )
    expect(new Set(answers.map(answer => answer?.pid)).size).toBeLessThanOrEqual(3)
  }
})

test('where PostgreSQL has none at all, whoever asks is told so, and the next finds one when there is', async () => {
  const { db, url } = await open(false)
  const name = new URL(url).pathname.slice(1)
  await db.run(raw(`alter database ${name} connection limit 1`))
  const database = connect({ url, size: 16, strict: true })
  atEnd(() => database.close())
  const { everywhere } = database
  const ask = () => Promise.allSettled(Array.from({ length: 6 }, () => everywhere.one(Pid, byKey)))
  for (const answer of await ask()) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '53300' } })
  await db.run(raw(`alter database ${name} connection limit -1`))
  for (const answer of await ask()) expect(answer).toMatchObject({ status: 'fulfilled' })
})
