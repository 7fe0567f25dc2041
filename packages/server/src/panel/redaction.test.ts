import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactionTime } from './redaction.ts'

const now = new Date('2026-08-15T12:00:00Z')

describe('contract: webhooks 5.1: apps are asked to erase a customer', () => {
  test.each([
    ['who never ordered', undefined, '2026-08-20T12:00:00.000Z'],
    ['whose last order is older than six months', new Date('2026-02-15T11:59:59Z'), '2026-08-20T12:00:00.000Z'],
    ['who ordered within the last six months', new Date('2026-02-16T12:00:00Z'), '2026-08-16T12:00:00.000Z'],
    ['who has just ordered', now, '2027-02-15T12:00:00.000Z'],
    ['who ordered at the end of a long month', new Date('2026-08-31T00:00:00Z'), '2027-03-03T00:00:00.000Z'],
  ])('%s', (_who, last, at) => {
    expect(redactionTime(now, last).toISOString()).toBe(at)
  })

  test('never before now, and never before six months have passed since an order', () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(times, times, (asked, last) => {
        const at = redactionTime(asked, last)
        expect(at > asked).toBe(true)
        expect(at.getTime() - last.getTime()).toBeGreaterThan(180 * 24 * 3_600_000)
      }),
    )
  })
})
