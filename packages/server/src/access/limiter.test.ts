import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { database } from '../testing/database.ts'
import type { Limits } from './bucket.ts'
import { createLimiter, type Limiter, sweepBuckets } from './limiter.ts'

const limits: Limits = { burst: 40, perSecond: 2 }
const start = Date.parse('2026-07-11T00:00:00Z')

let stores = 0

/** So many processes on one database, and a bucket that nobody used yet. */
async function processes(count: number) {
  const { db } = await database()
  const limiters = Array.from({ length: count }, () => createLimiter({ of: () => db }))
  const store = ++stores
  const take = (index: number, at: number, actor = 'app:1', own = limits) =>
    (limiters[index] as Limiter).take(store, actor, own, new Date(start + at))
  const isKept = async () => (await db.run(sql`select 1 from rate_buckets where store_id = ${store}`)) > 0
  return { take, isKept }
}

test('D13: a burst fills the bucket, the next is refused and told when to come again', async () => {
  const { take } = await processes(1)
  for (let taken = 1; taken <= 40; taken++) {
    expect(await take(0, 0)).toEqual({ allowed: true, limit: 40, remaining: 40 - taken, reset: taken * 500 })
  }
  expect(await take(0, 0)).toEqual({ allowed: false, limit: 40, remaining: 0, reset: 20_000, retryAfter: 1 })
  expect(await take(0, 499)).toMatchObject({ allowed: false })
  expect(await take(0, 500)).toMatchObject({ allowed: true, remaining: 0 })
  expect(await take(0, 500)).toMatchObject({ allowed: false })
  expect(await take(0, 20_500)).toMatchObject({ allowed: true, remaining: 39 })
})

test('D13: two processes together admit what one would, however the requests fall on them', async () => {
  for (const pick of [
    (i: number) => i % 2,
    () => 0,
    (i: number) => (i < 30 ? 0 : 1),
    () => (Math.random() < 0.5 ? 0 : 1),
  ]) {
    const { take } = await processes(2)
    const verdicts = []
    for (let i = 0; i < 80; i++) verdicts.push(await take(pick(i), 0))
    const admitted = verdicts.filter(({ allowed }) => allowed).length
    expect(admitted).toBeLessThanOrEqual(40)
    // What one process has leased and not used may be missing at the other, for a second at most.
    expect(admitted).toBeGreaterThanOrEqual(35)
  }
})

test('D13: 80 requests at once over two processes: 40 are admitted', async () => {
  const { take } = await processes(2)
  const verdicts = await Promise.all(Array.from({ length: 80 }, (_, i) => take(i % 2, 0)))
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(40)
})

test('D13: no process and no order of requests ever admits more than the bucket allows', async () => {
  const request = fc.record({ process: fc.nat(2), wait: fc.constantFrom(0, 0, 0, 1, 20, 500, 900, 1000, 3000, 20_000) })
  const some = fc.record({ burst: fc.constantFrom(1, 2, 4, 8, 40), perSecond: fc.constantFrom(0.5, 1, 2, 3, 7) })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 60 }), some, async (requests, own) => {
      const { take } = await processes(3)
      let at = 0
      const admitted: number[] = []
      for (const { process, wait } of requests) {
        at += wait
        if ((await take(process, at, 'app:1', own)).allowed) admitted.push(at)
      }
      for (const [i, from] of admitted.entries()) {
        for (let j = i; j < admitted.length; j++) {
          const seconds = ((admitted[j] ?? 0) - from) / 1000
          expect(j - i + 1).toBeLessThanOrEqual(own.burst + seconds * own.perSecond + 1e-6)
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('D13: what drained while a process stood idle is not given back', async () => {
  for (const idle of [500, 2000, 20_000]) {
    const { take } = await processes(2)
    for (let i = 0; i < 3; i++) await take(0, 0)
    let admitted = 0
    for (let i = 0; i < 100; i++) admitted += Number((await take(i < 50 ? 1 : 0, idle)).allowed)
    expect(admitted).toBeLessThanOrEqual(40)
  }
})

test('after a second a process knows what the others let in', async () => {
  const { take } = await processes(2)
  await take(0, 0)
  for (let i = 0; i < 20; i++) await take(1, 1000)
  expect((await take(0, 1000)).remaining).toBeLessThan(25)
})

test('D13: who sends one request a second is never limited, also by several processes', async () => {
  for (const count of [1, 2, 5]) {
    const { take } = await processes(count)
    for (let second = 0; second < 120; second++) {
      const verdict = await take(Math.floor(Math.random() * count), second * 1000)
      expect(verdict.allowed).toBe(true)
      // A slow caller is leased no more than it uses, so nobody pays for what nobody used.
      expect(verdict.remaining).toBe(39)
    }
  }
})

test('D13: who keeps to the drain is served for ever', async () => {
  const { take } = await processes(1)
  for (let i = 0; i < 40; i++) await take(0, 0)
  for (let i = 1; i <= 100; i++) expect((await take(0, i * 500)).allowed).toBe(true)
})

test('D13: apps and stores do not share a bucket', async () => {
  const one = await processes(1)
  const other = await processes(1)
  for (let i = 0; i < 41; i++) await one.take(0, 0)
  expect((await one.take(0, 0)).allowed).toBe(false)
  expect((await one.take(0, 0, 'app:2')).allowed).toBe(true)
  expect((await other.take(0, 0)).allowed).toBe(true)
})

test('D13: no write per request: a lease serves many', async () => {
  const { db } = await database()
  let statements = 0
  const counted: Db = {
    ...db,
    one: (schema, query) => {
      statements++
      return db.one(schema, query)
    },
  }
  const limiter = createLimiter({ of: () => counted })
  const large = { burst: 4000, perSecond: 200 }
  for (let i = 0; i < 1000; i++) await limiter.take(900_001, 'app:1', large, new Date(start))
  expect(statements).toBeLessThanOrEqual(25)
})

test('a process whose clock is behind neither gains nor hangs', async () => {
  const { take } = await processes(2)
  for (let i = 0; i < 40; i++) await take(0, 60_000)
  const verdicts = []
  for (let i = 0; i < 10; i++) verdicts.push((await take(1, 0)).allowed)
  expect(verdicts.filter(Boolean).length).toBeLessThanOrEqual(1)
})

test('a clock that was far ahead and is set right keeps nobody out', async () => {
  const { take } = await processes(2)
  const year = 365 * 86_400_000
  for (let i = 0; i < 40; i++) await take(0, year)
  expect(await take(0, 0)).toMatchObject({ allowed: false, retryAfter: 1 })
  expect(await take(1, 100)).toMatchObject({ allowed: false })
  for (let i = 1; i <= 50; i++) expect((await take(i % 2, i * 1000)).allowed).toBe(true)
})

test('a bucket goes when nobody has touched it for a day, and comes again empty', async () => {
  const { db } = await database()
  const { take, isKept } = await processes(1)
  for (let i = 0; i < 41; i++) await take(0, 0)
  const day = 86_400_000
  await sweepBuckets(db, new Date(start + day))
  expect(await isKept()).toBe(true)
  await sweepBuckets(db, new Date(start + day + 1))
  expect(await isKept()).toBe(false)
  expect(await take(0, day + 1)).toMatchObject({ allowed: true, remaining: 39 })
})
