import { EventEmitter } from 'node:events'
import type pg from 'pg'
import Type from 'typebox'
import { beforeAll, expect, test, vi } from 'vitest'
import { database } from '../../testing/database.ts'
import { signal } from '../../testing/waiting.ts'
import type { Db } from './database.ts'
import { createLanes } from './lanes.ts'
import { sql } from './sql.ts'

let db: Db
beforeAll(async () => {
  db = (await database()).db
  // The first connection tells that no pooler is between.
  await db.run(sql`select 1`)
})

const Answer = Type.Object({ n: Type.Integer(), pid: Type.Integer() })
const ask = (n: number) => db.maybe(Answer, sql`select ${n}::int as n, pg_backend_pid() as pid`)

test('many readers by key share four connections, and each gets its own answer', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
  expect(answers.map(answer => answer?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  expect(new Set(answers.map(answer => answer?.pid)).size).toBe(4)
})

test('a question that fails spoils none of those beside it', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      n % 10 === 3 ? db.maybe(Answer, sql`select 1 / ${0}::int as n, 0 as pid`) : ask(n),
    ),
  )
  expect(all.map(({ status }, n) => (status === 'rejected' ? n : -1)).filter(n => n >= 0)).toEqual([3, 13, 23, 33])
})

test('a connection that breaks is replaced, and nobody notices', async () => {
  const before = (await ask(1))?.pid ?? 0
  const asking = Array.from({ length: 40 }, (_, n) => ask(n))
  await db.run(sql`select pg_terminate_backend(${before})`)
  const answers = await Promise.all([...asking, ...Array.from({ length: 40 }, (_, n) => ask(n))])
  expect(answers.map(answer => answer?.n)).toEqual([...Array(40).keys(), ...Array(40).keys()])
  await expect
    .poll(async () => (await Promise.all([1, 2, 3, 4, 5].map(ask))).map(one => one?.pid))
    .not.toContain(before)
})

/** All that a lane asks of a connection. */
function pretended() {
  const released: unknown[] = []
  const made: pg.PoolClient[] = []
  const connect = async () => {
    const connection = Object.assign(new EventEmitter(), { release: (error: unknown) => released.push(error) })
    made.push(connection as unknown as pg.PoolClient)
    return made.at(-1) as pg.PoolClient
  }
  return { released, made, lanes: createLanes(connect, 1) }
}

test('a connection that is wanted elsewhere goes with its last answer, and nobody asks it before', async () => {
  const { released, made, lanes } = pretended()
  const answer = signal()
  const asked = lanes.use(() => answer.promise)
  lanes.retire()
  expect(await lanes.use(async connection => made.indexOf(connection))).toBe(1)
  expect(released).toEqual([])
  answer.give()
  await asked
  await vi.waitFor(() => expect(released).toEqual([undefined]))
  expect(made[0]?.listenerCount('error')).toBe(0)
  await lanes.close()
})

test('one that is wanted elsewhere and breaks with its last answer is not had by anybody', async () => {
  const { released, lanes } = pretended()
  const lost = new Error('Query read timeout')
  const asked = lanes.use(() => Promise.reject(lost))
  lanes.retire()
  await expect(asked).rejects.toBe(lost)
  await vi.waitFor(() => expect(released).toEqual([lost]))
  await lanes.close()
})

test('a connection that nobody uses is given back', async () => {
  vi.useFakeTimers()
  const { released, lanes } = pretended()
  await lanes.use(async () => {})
  await vi.advanceTimersByTimeAsync(30_000)
  expect(released).toEqual([])
  await lanes.use(async () => {})
  await vi.advanceTimersByTimeAsync(30_000)
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(released).toEqual([undefined])
  await lanes.close()
  vi.useRealTimers()
})

test('a connection that no longer answers is replaced, although it never says that it is broken', async () => {
  const { released, made, lanes } = pretended()
  const silent = new Error('Query read timeout')
  const asked = lanes.use(() => Promise.reject(silent))
  const beside = lanes.use(() => Promise.reject(silent))
  await expect(asked).rejects.toBe(silent)
  await expect(beside).rejects.toBe(silent)
  expect(released).toEqual([silent])
  expect(await lanes.use(async connection => made.indexOf(connection))).toBe(1)
})
