import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clientSecretOf } from '../apps/index.ts'
import { readConfig } from '../config.ts'
import { emit } from '../events/index.ts'
import { createOutbound } from '../platform/outbound/index.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, receiver, type TestReceiver } from '../testing/receiver.ts'
import { secretKey, type TestStore } from '../testing/store.ts'
import { createKeys, type DispatcherOptions } from './index.ts'

const { webhookRetrySchedule: schedule } = readConfig({ SECRET_KEY: 'k'.repeat(32) })

let of: TestStore
let target: TestReceiver
let webhook: { id: number }
beforeEach(async () => {
  of = await shop()
  target = await receiver()
  webhook = await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
})

const happen = () => of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', { id: 1 }))
const tick = (options: Partial<DispatcherOptions> = {}) => dispatcherOf(of, options).tick()

async function delivery() {
  const [only, ...others] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
  expect(others).toEqual([])
  return only
}

describe('D62: the timetable', () => {
  test('16 attempts in 35 hours, each when it is due and not before, and then the delivery has failed', async () => {
    await tick()
    const begun = process.cpuUsage()
    target.answer = response => response.writeHead(500).end('no')
    await happen()
    const dispatcher = dispatcherOf(of, { schedule })
    const times: number[] = []
    const start = of.world.now().getTime()
    let waited = 0
    for (const [i, wait] of schedule.entries()) {
      if (wait > 0) {
        of.world.advance(wait * 1000 - 1000)
        expect(await dispatcher.tick()).toBe(0)
        of.world.advance(1000)
      }
      // The first retry follows at once, so it belongs to the same visit.
      expect(await dispatcher.tick()).toBe(i === 0 ? 2 : wait === 0 ? 0 : 1)
      waited += wait
      times.push(Math.round((of.world.now().getTime() - start) / 60_000))
    }
    expect(times).toEqual([0, 5, 15, 30, 51, 80, 122, 179, 260, 373, 531, 752, 1062, 1496, 2104])
    expect(waited).toBeLessThan(48 * 3600)
    of.world.advance(100 * 3_600_000)
    expect(await dispatcher.tick()).toBe(0)
    expect(target.received).toHaveLength(16)
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(target.received.map(({ raw }) => raw)).size).toBe(1)
    const last = await delivery()
    expect(last).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(last?.attempts).toHaveLength(16)
    // Two seconds at most, by a clock that stands still while others have the processor.
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1e6).toBeLessThan(2)
  })

  test('holds for what cannot be signed, which is an attempt with an error, and sent when it can', async () => {
    await happen()
    const unreadable = createKeys(secretKey, id => clientSecretOf(of.db, Buffer.alloc(32, 8), id))
    const warnings: unknown[] = []
    const outcomes: string[] = []
    const log = { warn: (...args: unknown[]) => warnings.push(args), error: console.error }
    const dispatcher = dispatcherOf(of, {
      schedule: [0, 60],
      keyOf: unreadable,
      log,
      onAttempt: one => outcomes.push(one),
    })
    expect(await dispatcher.tick()).toBe(2)
    expect(await dispatcher.tick()).toBe(0)
    const error = 'it cannot be signed: the secret is not sealed under the SECRET_KEY of this server'
    const attempt = { at: expect.any(String), status_code: null, error, duration_ms: 0, response: null }
    expect(await delivery()).toMatchObject({ status: 'pending', attempts: [attempt, attempt] })
    expect({ warnings, outcomes }).toEqual({ warnings: [], outcomes: ['unsigned', 'unsigned'] })
    of.world.advance(60_000)
    expect(await tick()).toBe(1)
    expect(await delivery()).toMatchObject({ status: 'delivered' })
    expect(target.received).toHaveLength(1)
  })

  test('says when the next attempt is', async () => {
    target.answer = response => response.writeHead(500).end()
    await happen()
    await tick({ schedule: [90] })
    const { next_attempt_at } = (await delivery()) ?? {}
    const expected = new Date(of.world.now().getTime() + 90_000).toISOString().slice(0, 19)
    expect(next_attempt_at).toBe(`${expected}+0000`)
  })

  test('ends with the first 2xx', async () => {
    let attempts = 0
    target.answer = response => response.writeHead(++attempts < 3 ? 503 : 204).end()
    await happen()
    expect(await tick({ schedule: [0, 0, 0] })).toBe(3)
    expect(await delivery()).toMatchObject({
      status: 'delivered',
      attempts: [{ status_code: 503 }, { status_code: 503 }, { status_code: 204, response: '' }],
    })
  })

  test('Retry-After puts the next attempt off', async () => {
    target.answer = response => response.writeHead(429, { 'retry-after': '120' }).end()
    await happen()
    await tick({ schedule: [0, 5] })
    expect(target.received).toHaveLength(1)
    of.world.advance(119_000)
    await tick({ schedule: [0, 5] })
    expect(target.received).toHaveLength(1)
    of.world.advance(1000)
    await tick({ schedule: [0, 5] })
    expect(target.received).toHaveLength(2)
  })

  test('410 is the end', async () => {
    target.answer = response => response.writeHead(410).end('gone')
    await happen()
    expect(await tick({ schedule })).toBe(1)
    expect(await delivery()).toMatchObject({ status: 'failed', attempts: [{ status_code: 410, response: 'gone' }] })
    expect(await of.client.webhooks.list()).toHaveLength(1)
  })
})

describe('D61: what is no success', () => {
  test.each([301, 302, 307, 308])('a redirect: %d is not followed', async status => {
    const elsewhere = await receiver()
    target.answer = response => response.writeHead(status, { location: elsewhere.url }).end()
    await happen()
    await tick()
    expect(elsewhere.received).toEqual([])
    expect(await delivery()).toMatchObject({ status: 'failed', attempts: [{ status_code: status, error: null }] })
  })

  test.each([400, 401, 404, 500, 503])('status %d', async status => {
    target.answer = response => response.writeHead(status).end()
    await happen()
    await tick()
    expect(await delivery()).toMatchObject({ status: 'failed', attempts: [{ status_code: status }] })
  })

  test('an answer that does not come in time', async () => {
    target.answer = () => {}
    await happen()
    await tick({ timeout: 50 })
    const { attempts } = (await delivery()) ?? { attempts: [] }
    expect(attempts).toMatchObject([{ status_code: null, error: 'no complete answer within 50 ms', response: null }])
    expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(49)
  })

  test('nobody there', async () => {
    await of.client.webhooks.update({ params: webhook, body: { url: 'http://127.0.0.1:1/' } })
    await happen()
    await tick()
    expect(await delivery()).toMatchObject({
      status: 'failed',
      attempts: [{ status_code: null, error: expect.stringContaining('ECONNREFUSED') }],
    })
  })

  test('D64: an address that leads to a private network, whatever was allowed at registration', async () => {
    await happen()
    await tick({ outbound: createOutbound({ allowPrivate: false }) })
    expect(target.received).toEqual([])
    expect(await delivery()).toMatchObject({
      status: 'failed',
      attempts: [{ status_code: null, error: 'the address must begin with https://' }],
    })
    await of.client.webhooks.update({ params: webhook, body: { url: 'https://rebound.example/' } })
    await happen()
    await tick({ outbound: createOutbound({ allowPrivate: false, lookup: async () => ['10.0.0.1'] }) })
    const [newest] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    expect(newest?.attempts[0]?.error).toBe('rebound.example does not lead to the public internet')
  })
})

describe('D67: of an answer', () => {
  test('the first 1 KB is kept, and 64 KB are read', async () => {
    let closed = false
    target.answer = response => {
      response.on('close', () => {
        closed = true
      })
      const pour = () => {
        while (response.write('y'.repeat(16_384)));
        response.once('drain', pour)
      }
      pour()
    }
    await happen()
    await tick()
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ response: 'y'.repeat(1024) }] })
    expect(closed).toBe(true)
  })

  test('the status counts that came in time, also where the body never ends', async () => {
    let closed = false
    target.answer = response => {
      response.on('close', () => {
        closed = true
      })
      response.writeHead(200).write('thank')
    }
    await happen()
    await tick({ timeout: 1000, schedule: [0] })
    expect(await delivery()).toMatchObject({
      status: 'delivered',
      attempts: [{ status_code: 200, error: null, response: 'thank' }],
    })
    expect((await delivery())?.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(999)
    await vi.waitUntil(() => closed)
  })

  test('the status counts also where the connection breaks in the body', async () => {
    target.answer = response =>
      response.writeHead(202, { 'content-length': 10 }).write('thank', () => response.destroy())
    await happen()
    await tick({ schedule: [0] })
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ status_code: 202, response: 'thank' }] })
    expect(target.received).toHaveLength(1)
  })

  test.each([
    ['NUL', Buffer.from('a\0b'), 'a\ufffdb'],
    ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe]), 'a\ufffd\ufffd'],
    ['half a letter at the end', Buffer.from(`${'x'.repeat(1023)}é`), `${'x'.repeat(1023)}\ufffd`],
    ['something that looks like JSON or HTML', Buffer.from('{"a":<b>'), '{"a":<b>'],
  ])('nothing is parsed, and anything can be kept: %s', async (_what, sent, kept) => {
    target.answer = response => response.end(sent)
    await happen()
    await tick()
    expect(await delivery()).toMatchObject({ status: 'delivered', attempts: [{ response: kept }] })
  })
})
