/** docs/contract: fulfillment-orders 2.1, the two histories. */
import type { FulfillmentOrder } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Write } from '../access/index.ts'
import { withStatus, withTracking } from './tracking.ts'

// What the two functions look at.
const shipment = {
  status: 'UNPACKED',
  status_history: [],
  tracking_info: { url: null, code: null },
  tracking_info_history: [],
} as Partial<FulfillmentOrder> as FulfillmentOrder
const now = new Date('2026-01-01T00:00:00Z')
const call = { now, app_id: null } as Write

/** What a history should tell: each step that leads elsewhere, the last hundred of them. */
const stepsOf = <T>(start: T, wanted: readonly T[]): { from: T; to: T }[] =>
  wanted
    .map((to, i) => ({ from: i === 0 ? start : (wanted[i - 1] as T), to }))
    .filter(({ from, to }) => from !== to)
    .slice(-100)

const some = <T>(...values: T[]) => fc.array(fc.constantFrom(...values), { maxLength: 300, size: 'max' })

test('law: the history of the tracking is its last 100 changes', () => {
  fc.assert(
    fc.property(some<string | null>('A', 'B', 'C', null), codes => {
      const { tracking_info_history } = codes.reduce(
        (document, code) => withTracking(document, { code, url: null }, call),
        shipment,
      )
      expect(
        tracking_info_history.map(({ from_tracking_info: from, to_tracking_info: to }) => ({
          from: from.code,
          to: to.code,
        })),
      ).toEqual(stepsOf(null, codes))
    }),
  )
})

test('law: the history of the status is its last 100 changes', () => {
  fc.assert(
    fc.property(some('UNPACKED' as const, 'PACKED' as const), statuses => {
      const { status_history } = statuses.reduce((document, status) => withStatus(document, status, now), shipment)
      expect(status_history.map(({ from_status: from, to_status: to }) => ({ from, to }))).toEqual(
        stepsOf('UNPACKED', statuses),
      )
    }),
  )
})
