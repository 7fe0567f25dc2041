import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { verdictOf } from './schedule.ts'

const now = new Date('2026-11-15T12:00:00Z')
const { webhookRetrySchedule: standard } = readConfig({ SECRET_KEY: 'k'.repeat(32) })
const retry = (retryAfter: string | undefined, tries = 2) =>
  verdictOf({ status: 503, retryAfter }, tries, standard, now)

describe('D61, D62: what follows from an answer', () => {
  test('the standard waits give the timetable of the contract: 16 attempts within 48 hours', () => {
    let elapsed = 0
    const minutes: number[] = []
    for (let tries = 1; ; tries++) {
      const verdict = verdictOf({ status: 500 }, tries, standard, now)
      if (verdict.status !== 'pending') break
      elapsed += verdict.wait
      minutes.push(Math.round(elapsed / 60))
    }
    expect(minutes).toEqual([0, 5, 15, 30, 51, 80, 122, 179, 260, 373, 531, 752, 1062, 1496, 2104])
    expect(minutes.length + 1).toBe(16)
    expect(elapsed).toBeLessThan(48 * 3600)
  })

  test('the second attempt is at once', () => {
    expect(verdictOf({ status: 500 }, 1, standard, now)).toEqual({ status: 'pending', wait: 0 })
  })

  test.each([199, 300])('%i is no 2xx', status => {
    expect(verdictOf({ status }, 1, standard, now)).toMatchObject({ status: 'pending' })
  })

  test('any 2xx is delivered, whatever the attempt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 100 }), (status, tries) => {
        expect(verdictOf({ status }, tries, standard, now)).toEqual({ status: 'delivered' })
      }),
    )
  })

  test('everything else, and no answer, is tried again as long as a wait is left', () => {
    const others = fc.oneof(fc.constant(null), fc.integer({ min: 100, max: 199 }), fc.integer({ min: 300, max: 599 }))
    const waits = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 20 })
    fc.assert(
      fc.property(others, waits, fc.integer({ min: 1, max: 30 }), (status, schedule, tries) => {
        fc.pre(status !== 410)
        const wait = schedule[tries - 1]
        const expected = wait === undefined ? { status: 'failed' } : { status: 'pending', wait }
        expect(verdictOf({ status }, tries, schedule, now)).toEqual(expected)
      }),
    )
  })

  test('410 is not tried again', () => {
    expect(verdictOf({ status: 410 }, 1, standard, now)).toEqual({ status: 'failed' })
  })
})

describe('Retry-After', () => {
  test.each([
    ['1000', 1000],
    ['0', 300],
    ['10', 300],
    ['Sun, 15 Nov 2026 13:00:00 GMT', 3600],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 300],
    ['nonsense', 300],
    ['-5', 300],
    ['1e9', 300],
    [undefined, 300],
  ])('%s before the third attempt: %d s, because a receiver can ask for more time and not for less', (text, wait) => {
    expect(retry(text)).toEqual({ status: 'pending', wait })
  })

  test('is a day at most, so that nobody is waited for without end', () => {
    expect(retry('999999999')).toEqual({ status: 'pending', wait: 86_400 })
    expect(retry('Fri, 01 Jan 2100 00:00:00 GMT')).toEqual({ status: 'pending', wait: 86_400 })
  })

  test('gives no further attempt where none is left', () => {
    expect(retry('60', 16)).toEqual({ status: 'failed' })
  })
})
