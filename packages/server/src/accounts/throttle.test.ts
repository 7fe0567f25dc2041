import { ApiError } from '@bodega/api'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { database } from '../testing/database.ts'
import { countAttempt, forgetAttempts, networkOf, sweepAttempts } from './throttle.ts'

const limits = { burst: 5, perSecond: 1 / 10 }
const now = new Date('2026-07-11T01:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const outcome = (attempt: Promise<void>) =>
  attempt.then(
    () => 'admitted',
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { status: error.status, after: error.headers['retry-after'] }
    },
  )

test('of a hundred at once as many are admitted as the bucket holds', async () => {
  const { db } = await database()
  const attempts = Array.from({ length: 100 }, () => outcome(countAttempt(db, now, [{ key: 'many', limits }])))
  expect((await Promise.all(attempts)).filter(one => one === 'admitted')).toHaveLength(5)
})

test('it drains with time, and says when to come again', async () => {
  const { db } = await database()
  const attempt = (seconds: number) => outcome(countAttempt(db, later(seconds), [{ key: 'drains', limits }]))
  for (let i = 0; i < 5; i++) expect(await attempt(0)).toBe('admitted')
  expect(await attempt(0)).toEqual({ status: 429, after: '10' })
  expect(await attempt(9)).toEqual({ status: 429, after: '1' })
  expect(await attempt(10)).toBe('admitted')
  expect(await attempt(10)).toMatchObject({ status: 429 })
})

test('a clock that was far ahead and is set right keeps nobody out', async () => {
  const { db } = await database()
  const attempt = (seconds: number) => outcome(countAttempt(db, later(seconds), [{ key: 'set back', limits }]))
  for (let i = 0; i < 5; i++) await attempt(86_400)
  expect(await attempt(0)).toEqual({ status: 429, after: '10' })
  expect(await attempt(10)).toBe('admitted')
  // One that is a little behind neither gains nor loses.
  expect(await attempt(-20)).toMatchObject({ status: 429 })
  expect(await attempt(10)).toMatchObject({ status: 429 })
  expect(await attempt(20)).toBe('admitted')
})

test('every bucket counts: the fullest decides', async () => {
  const { db } = await database()
  const attempt = (account: string, address: string) =>
    outcome(
      countAttempt(db, now, [
        { key: account, limits },
        { key: address, limits: { ...limits, burst: 8 } },
      ]),
    )
  for (let i = 0; i < 5; i++) expect(await attempt('ana', 'here')).toBe('admitted')
  expect(await attempt('ana', 'there')).toMatchObject({ status: 429 })
  for (let i = 0; i < 3; i++) expect(await attempt('ben', 'here')).toBe('admitted')
  expect(await attempt('ben', 'here')).toMatchObject({ status: 429 })
  expect(await attempt('ben', 'elsewhere')).toBe('admitted')
})

test('what one bucket refuses is not counted in those behind it, and leaves no row', async () => {
  const { db } = await database()
  const attempt = (account: string, address: string) =>
    outcome(
      countAttempt(db, now, [
        { key: address, limits },
        { key: account, limits },
      ]),
    )
  for (let i = 0; i < 5; i++) await attempt(`of a machine ${i}`, 'a machine')
  for (let i = 0; i < 10; i++) expect(await attempt('her own', 'a machine')).toMatchObject({ status: 429 })
  expect(await db.run(sql`select 1 from attempts where key = 'her own'`)).toBe(0)
  for (let i = 0; i < 5; i++) expect(await attempt('her own', 'her place')).toBe('admitted')
})

test('what is forgotten counts from nothing, and what is a day old goes', async () => {
  const { db } = await database()
  const attempt = (at: Date) => outcome(countAttempt(db, at, [{ key: 'again', limits }]))
  for (let i = 0; i < 5; i++) await attempt(now)
  await sweepAttempts(db, later(3600))
  expect(await attempt(now)).not.toBe('admitted')
  await forgetAttempts(db, 'again')
  for (let i = 0; i < 5; i++) expect(await attempt(now)).toBe('admitted')
  await sweepAttempts(db, later(90_000))
  expect(await attempt(now)).toBe('admitted')
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
