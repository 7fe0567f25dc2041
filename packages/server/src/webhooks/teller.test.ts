import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Result } from './dispatch.ts'
import type { Fresh, Story, Telling, Told } from './tell.ts'
import { createTeller } from './teller.ts'

const store = 1
const deliveryOf = (event: number, webhook: number): Fresh => ({
  store_id: store,
  webhook_id: webhook,
  id: `${event}-${webhook}`,
  actor: 'app:1',
  event: 'order/created',
  payload: { id: event },
  tries: 0,
  url: 'https://hooks.example',
  headers: {},
  isHeld: false,
})

/** An event with a delivery for each webhook. */
const storyOf = (event: number, ...webhooks: number[]): Story => ({
  happened: { id: event, event: 'order/created', payload: { id: event }, at: 0 },
  deliveries: webhooks.map(webhook => deliveryOf(event, webhook)),
})

const resultOf = (event: number, webhook: number, fields: Partial<Result> = {}): Result => ({
  store_id: store,
  webhook_id: webhook,
  id: `${event}-${webhook}`,
  tries: 1,
  status: 'delivered',
  wait: null,
  attempt: { at: '2026-07-11T01:29:50+0000', status_code: 200, error: null, duration_ms: 3, response: 'ok' },
  ...fields,
})

/** What was written, as `event: webhook status`. */
const brief = ({ events, deliveries }: Telling) =>
  events.map(({ id }, i) => {
    const mine = deliveries.filter(({ place }) => place === i + 1)
    return `${id}: ${mine.map(one => `${one.webhook_id} ${one.status}${one.is_here ? ' in hand' : ''}`).join(', ')}`
  })

function telling(write: (telling: Telling) => Promise<Told> = async () => ({ is_ours: true, webhooks: [] })) {
  const told: string[][] = []
  const heard = { results: [] as string[], webhooks: [] as number[], late: [] as string[], lost: [] as number[] }
  const faults = { errors: [] as unknown[], refused: [] as number[] }
  let time = 0
  const teller = createTeller({
    async write(_store, telling) {
      const answer = await write(telling)
      told.push(brief(telling))
      return answer
    },
    onTold(_store, results, webhooks) {
      heard.results.push(...results.map(({ id }) => id))
      heard.webhooks.push(...webhooks)
    },
    onLate: ({ id }) => void heard.late.push(id),
    onLost(lost) {
      heard.lost.push(lost)
      teller.drop(lost)
    },
    onError: error => void faults.errors.push(error),
    onRefused: ({ id }) => void faults.refused.push(id),
    clock: () => time,
  })
  onTestFinished(() => teller.drop(store))
  const add = (...stories: Story[]) =>
    teller.add(
      store,
      stories,
      stories.flatMap(({ deliveries }) => deliveries),
    )
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  const until = (count: number) => vi.waitUntil(() => told.length >= count, { timeout: 5000, interval: 5 })
  return { teller, add, pass, told, heard, faults, until }
}

/** Longer than results are gathered. */
const aWhile = () => pause(120)

describe('an event is written down', () => {
  test('once, when it is known what became of all its deliveries', async () => {
    const { teller, add, told, heard, until } = telling()
    add(storyOf(1, 7, 8))
    expect(teller.settle(resultOf(1, 7))).toBe(true)
    await aWhile()
    expect(told).toEqual([])
    teller.settle(resultOf(1, 8, { status: 'failed' }))
    await until(1)
    expect(told).toEqual([['1: 7 delivered, 8 failed']])
    expect(heard).toMatchObject({ results: ['1-7', '1-8'], webhooks: [], late: [] })
    expect(teller.settle(resultOf(1, 7))).toBe(false)
  })

  test('also where nobody listens', async () => {
    const { add, told, until } = telling()
    add(storyOf(1), storyOf(2))
    await until(1)
    expect(told).toEqual([['1: ', '2: ']])
  })

  test('after a quarter of a second whatever became of it, and the rest is for whoever records', async () => {
    const { teller, add, pass, told, until } = telling()
    add(storyOf(1, 7, 8))
    teller.settle(resultOf(1, 7))
    pass(249)
    await aWhile()
    expect(told).toEqual([])
    pass(1)
    await until(1)
    expect(told).toEqual([['1: 7 delivered, 8 pending in hand']])
    expect(teller.settle(resultOf(1, 8))).toBe(false)
  })

  test('in its order, since so the journal is numbered', async () => {
    const { teller, add, told, until } = telling()
    add(storyOf(1, 7), storyOf(2, 7), storyOf(3, 7))
    teller.settle(resultOf(2, 7))
    teller.settle(resultOf(3, 7))
    await aWhile()
    expect(told).toEqual([])
    teller.settle(resultOf(1, 7))
    await until(1)
    expect(told).toEqual([['1: 7 delivered', '2: 7 delivered', '3: 7 delivered']])
  })

  test('with what nobody has in hand as something to be found', async () => {
    const { teller, told, heard, until } = telling(async () => ({ is_ours: true, webhooks: [8, 9] }))
    const story = storyOf(1, 7, 8, 9)
    teller.add(store, [story], story.deliveries.slice(0, 2))
    teller.giveUp('1-8')
    teller.settle(resultOf(1, 7))
    await until(1)
    expect(told).toEqual([['1: 7 delivered, 8 pending, 9 pending']])
    expect(heard.webhooks).toEqual([8, 9])
  })

  test('not more than a few thousand rows at once', async () => {
    const { add, told, until } = telling()
    add(...Array.from({ length: 2500 }, (_, id) => storyOf(id)))
    await until(2)
    expect(told.map(events => events.length)).toEqual([2000, 500])
  })
})

describe('what comes while an event is being written down', () => {
  test('is recorded when it is there', async () => {
    let end = () => {}
    const writing = vi.fn(
      () =>
        new Promise<Told>(resolve => {
          end = () => resolve({ is_ours: true, webhooks: [] })
        }),
    )
    const { teller, add, pass, heard } = telling(writing)
    add(storyOf(1, 7, 8))
    pass(250)
    await vi.waitUntil(() => writing.mock.calls.length > 0)
    expect(teller.settle(resultOf(1, 7))).toBe(true)
    teller.giveUp('1-8')
    expect(heard.late).toEqual([])
    end()
    await vi.waitUntil(() => heard.late.length > 0)
    expect(heard).toMatchObject({ results: [], late: ['1-7'], webhooks: [8] })
  })

  test('is written down with it, where that has failed', async () => {
    let isDown = true
    let fail = () => {}
    const { teller, add, pass, told, heard, faults, until } = telling(
      () =>
        new Promise((resolve, reject) => {
          if (!isDown) resolve({ is_ours: true, webhooks: [] })
          fail = () => reject(new Error('down'))
        }),
    )
    add(storyOf(1, 7))
    pass(250)
    await aWhile()
    teller.settle(resultOf(1, 7))
    isDown = false
    fail()
    await until(1)
    expect(faults.errors).toEqual([new Error('down')])
    expect(told).toEqual([['1: 7 delivered']])
    expect(heard).toMatchObject({ results: ['1-7'], late: [] })
  })
})

test('a store that another process has is told by that one', async () => {
  const { teller, add, heard } = telling(async () => ({ is_ours: false, webhooks: [] }))
  add(storyOf(1, 7))
  teller.settle(resultOf(1, 7))
  await vi.waitUntil(() => heard.lost.length > 0)
  expect(heard).toMatchObject({ results: [], lost: [store] })
  expect(teller.untold(store)).toEqual([])
  expect(teller.settle(resultOf(1, 7))).toBe(false)
})

test('results that the database does not take are left out, and all events are told', async () => {
  const refusal = Object.assign(new Error('no text'), { code: '22P05' })
  const { teller, add, told, faults, until } = telling(async ({ deliveries }) => {
    if (deliveries.some(({ id, attempts }) => id === '2-7' && attempts.length > 0)) throw refusal
    return { is_ours: true, webhooks: [] }
  })
  add(storyOf(1, 7), storyOf(2, 7), storyOf(3, 7))
  for (const event of [1, 2, 3]) teller.settle(resultOf(event, 7))
  await until(3)
  expect(told).toEqual([['1: 7 delivered'], ['2: 7 pending'], ['3: 7 delivered']])
  expect(faults).toEqual({ errors: [], refused: [2] })
})

test('at the end all is told at once, and nothing is in hand any more', async () => {
  const { teller, add, told } = telling()
  add(storyOf(1, 7, 8))
  teller.settle(resultOf(1, 7))
  await teller.stop()
  expect(told).toEqual([['1: 7 delivered, 8 pending']])
})

test('at the end a database that is gone is asked once', async () => {
  const { teller, add, faults } = telling(async () => {
    throw new Error('down')
  })
  add(storyOf(1, 7))
  await teller.stop()
  expect(faults.errors).toEqual([new Error('down')])
})
