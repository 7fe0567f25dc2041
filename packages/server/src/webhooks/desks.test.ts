import { expect, test } from 'vitest'
import { createDesks } from './desks.ts'

const itemOf = (webhook_id: number, i: number) => ({
  store_id: 1,
  webhook_id,
  id: `${webhook_id} ${i}`,
  actor: 'app:1',
  event: 'order/created',
  payload: { id: i },
  tries: 0,
  url: 'https://hooks.example',
  headers: null,
})

test('D66: webhooks for which much waits leave places to the others', () => {
  const desks = createDesks({ most: 1000, least: 5, roomFor: () => 1000, keptFor: 1000 })
  const admitted = Array.from({ length: 25 }, (_, webhook) => {
    const items = Array.from({ length: 1000 }, (_, i) => itemOf(webhook, i))
    return desks.admit(1, items).length
  })
  expect(admitted[0]).toBeGreaterThan(80)
  expect(Math.min(...admitted)).toBeGreaterThanOrEqual(5)
  expect(desks.isFull()).toBe(false)
  // Nothing is loaded for those who have their share.
  expect(desks.wants()).toEqual([])
})

test('however many webhooks are slow, half of the places are left to the others', () => {
  const isSlow = (url: string | null) => url?.includes('dead') ?? false
  const desks = createDesks({ most: 1000, least: 5, roomFor: url => (isSlow(url) ? 5 : 1000), keptFor: 1000 })
  const waiting = (webhook: number, url: string) =>
    Array.from({ length: 9 }, (_, i) => ({ ...itemOf(webhook, i), url }))
  const admitted = Array.from({ length: 400 }, (_, webhook) =>
    desks.admit(1, waiting(webhook, `https://dead.example/${webhook}`)),
  )
  expect(admitted.flat()).toHaveLength(500)
  // They are not loaded either, until there is room again.
  expect(desks.wants()).toEqual([])
  expect(desks.admit(1, waiting(1000, 'https://good.example'))).toHaveLength(9)
  expect(desks.isFull()).toBe(false)
  desks.forget((admitted[0] ?? []).concat(admitted[1] ?? [], admitted[2] ?? []))
  expect(desks.wants()).not.toEqual([])
})

test('what is loaded for many webhooks at once is looked at once for each', () => {
  const desks = createDesks({ most: 10_000, least: 5, roomFor: () => 1000, keptFor: 1000 })
  const webhooks = Array.from({ length: 1000 }, (_, i) => i + 1)
  desks.open(1, false)
  desks.expectMore(1, webhooks)
  let looks = 0
  const [want] = desks.wants()
  const wanted = webhooks.map(webhook => ({
    get webhook() {
      looks++
      return webhook
    },
    room: 1,
  }))
  desks.loading({ store: 1, known: [], wanted })
  expect(want?.wanted).toHaveLength(1000)
  expect(looks).toBe(1000)
  expect(desks.wants()).toEqual([])
})

test('of the stores that changed it is told whether one of them wants something, whatever others want', () => {
  const desks = createDesks({ most: 1000, least: 5, roomFor: () => 1000, keptFor: 1000 })
  for (const store of [6, 7, 8]) desks.admit(store, [{ ...itemOf(1, store), store_id: store }])
  desks.expectMore(7, [1])
  expect([desks.wantsFor([6, 8]), desks.wantsFor([6, 7]), desks.wantsFor([9])]).toEqual([false, true, false])
})

test('there are never more in memory than may be, and a store that is closed gives its places back', () => {
  const desks = createDesks({ most: 10, least: 5, roomFor: () => 1000, keptFor: 1000 })
  const admitted = (store: number, webhook: number) => {
    const items = Array.from({ length: 9 }, (_, i) => ({ ...itemOf(webhook, i), store_id: store }))
    return desks.admit(store, items).length
  }
  expect([admitted(1, 1), admitted(2, 2), admitted(2, 3)]).toEqual([5, 5, 0])
  expect(desks.isFull()).toBe(true)
  desks.close(1)
  expect(desks.isFull()).toBe(false)
  expect(admitted(2, 3)).toBe(5)
})

test('what is given up is looked for again, and what is done is not', () => {
  const desks = createDesks({ most: 1000, least: 5, roomFor: () => 1000, keptFor: 1000 })
  const [done, left] = [itemOf(7, 1), itemOf(7, 2)]
  desks.admit(1, [done, left])
  desks.forget([done])
  expect(desks.wants()).toEqual([])
  desks.giveUp(left)
  expect(desks.wants()).toMatchObject([{ store: 1, known: [], wanted: [{ webhook: 7 }] }])
})

test('what the last owner of a store left is looked for, also where an event of it is heard first', () => {
  const desks = createDesks({ most: 1000, least: 5, roomFor: () => 1000, keptFor: 1000 })
  desks.open(1, true)
  desks.open(1, false)
  const all = { store: 1, known: [], wanted: 'all' as const }
  expect(desks.wants()).toEqual([all])
  desks.loading(all)
  expect(desks.wants()).toEqual([])
  desks.unloaded(all)
  expect(desks.wants()).toEqual([all])
})

test('a store that needs nothing any more is kept for a moment, because more may come', () => {
  let now = 0
  const desks = createDesks({ most: 1000, least: 5, roomFor: () => 1000, keptFor: 1000, clock: () => now })
  const item = itemOf(1, 1)
  desks.admit(1, [item])
  now = 5000
  expect(desks.idle()).toEqual([])
  desks.forget([item])
  now = 6000
  expect(desks.idle()).toEqual([])
  now = 6001
  expect(desks.idle()).toEqual([1])
})
