import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { emit, untold } from '../events/index.ts'
import { sql } from '../platform/database/sql.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, receiver, type TestReceiver } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { limits } from './courier.ts'
import { claim, record, release, renew, type Sender, take } from './dispatch.ts'
import { type DispatcherOptions, resume, suspend } from './index.ts'
import { tell } from './tell.ts'

let of: TestStore
let target: TestReceiver
let webhook: { id: number }
beforeEach(async () => {
  of = await shop()
  target = await receiver()
  webhook = await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
})

const happen = (...ids: number[]) =>
  of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', ...ids.map(id => ({ id }))))

/** A process of the server, as far as it sends; its clock is the one of the database. */
function started(options: Partial<DispatcherOptions> = {}) {
  const dispatcher = dispatcherOf(of, { time: () => sql`now()`, ...options })
  dispatcher.start()
  onTestFinished(() => dispatcher.stop())
  return dispatcher
}

const visit = () => dispatcherOf(of, { time: () => sql`now()` }).tick()

const quiet = { warn: () => {}, error: () => {} }

const sender = (): Sender => ({ db: of.db, id: randomUUID(), time: () => sql`now()` })

const arrived = (count: number) => vi.waitUntil(() => target.received.length >= count, { timeout: 20_000, interval: 5 })

const ids = () => target.received.map(({ body }) => body.id).toSorted((a, b) => a - b)
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

/** As if so much time had passed since the owner of the store was last heard of. */
const silence = () => of.db.run(sql`update dispatch set expires_at = now() where store_id = ${of.id}`)

describe('any number of processes', () => {
  test('deliver each event once, whoever made it', async () => {
    for (let i = 0; i < 3; i++) started()
    for (const id of upTo(200)) await happen(id)
    await arrived(200)
    expect(ids()).toEqual(upTo(200))
  })

  test('notice within moments what another process made happen', async () => {
    const dispatcher = started()
    await happen(0)
    await arrived(1)
    dispatcher.notify()
    await happen(1)
    await arrived(2)
  })

  test('keep the order of what is about one thing', async () => {
    for (let i = 0; i < 3; i++) started()
    const updated = await of.client.webhooks.create({ body: { event: 'order/updated', url: target.url } })
    expect(updated.id).toBeGreaterThan(webhook.id)
    for (const id of upTo(30)) {
      await happen(id)
      await of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/updated', { id }))
    }
    await arrived(60)
    for (const id of upTo(30)) {
      const told = target.received.filter(({ body }) => body.id === id).map(({ body }) => body.event)
      expect(told).toEqual(['order/created', 'order/updated'])
    }
  })

  test('learn of a replay, whoever has the store', async () => {
    started()
    started()
    await happen(0)
    await arrived(1)
    const params = { webhook_id: webhook.id }
    const delivered = async () => (await of.client.deliveries.list({ params }))[0]
    await vi.waitUntil(async () => (await delivered())?.status === 'delivered', { timeout: 5000, interval: 10 })
    const { id } = (await delivered()) as { id: string }
    await of.client.deliveries.replay({ params: { ...params, id } })
    await arrived(2)
    expect(target.received[1]?.headers['webhook-id']).toBe(id)
  })
})

describe('a process that dies', () => {
  const Lease = Type.Object({ seconds: Type.Number() })

  test('gives its store back within ten seconds, by the clock of the database', async () => {
    await claim(sender(), of.id)
    const { seconds } = await of.db.one(
      Lease,
      sql`select extract(epoch from expires_at - now())::float8 as seconds from dispatch where store_id = ${of.id}`,
    )
    expect(seconds).toBeGreaterThan(4)
    expect(seconds).toBeLessThan(9)
  })

  test('leaves what it did not send to the others, and nobody touches it before', async () => {
    await happen(...upTo(50))
    expect(await claim(sender(), of.id)).toBe(true)
    await visit()
    expect(target.received).toEqual([])
    await silence()
    await visit()
    expect(ids()).toEqual(upTo(50))
  })

  test('is not waited for until the time that a clock of the database showed which was ahead', async () => {
    await happen(0)
    await claim(sender(), of.id)
    await of.db.run(sql`update dispatch set expires_at = now() + interval '1 day' where store_id = ${of.id}`)
    await visit()
    expect(ids()).toEqual([0])
  })

  test('has perhaps sent something: it is sent again, with the same id', async () => {
    await happen(0)
    let isCutOff = true
    const one: TestStore['db']['one'] = (...asked) =>
      isCutOff ? Promise.reject(new Error('cut off')) : of.db.one(...asked)
    const dying = dispatcherOf({ ...of, db: { ...of.db, one } }, { log: quiet }).tick()
    await arrived(1)
    await silence()
    await visit()
    expect(target.received).toHaveLength(2)
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    isCutOff = false
    await dying
    const all = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    expect(all.map(({ status, attempts }) => [status, attempts.length])).toEqual([['delivered', 1]])
  })

  test('may wake up again: whatever it then writes down counts only where nobody was faster', async () => {
    await happen(0)
    const sleeper = sender()
    await claim(sleeper, of.id)
    const events = (await untold(of.db, of.id, [])).map(event => ({ ...event, deliveries: 0 }))
    const telling = { events, deliveries: [] }
    await silence()
    await visit()
    expect(await renew(sleeper, [of.id])).toEqual([])
    expect(await tell(sleeper, of.id, telling)).toMatchObject({ is_ours: false })
    const [delivery] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    expect(delivery).toMatchObject({ event_id: 1, status: 'delivered', attempts: [{ status_code: 200 }] })
    expect(await of.client.events.list()).toHaveLength(1)
  })

  test('may wake up again, with a result of what others have tried meanwhile', async () => {
    target.answer = response => response.writeHead(500).end()
    await happen(0)
    await dispatcherOf(of, { time: () => sql`now()`, schedule: [3600] }).tick()
    const [delivery] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    const attempt = { at: '2026-11-15T12:00:00+0000', status_code: 410, error: null, duration_ms: 1, response: 'late' }
    const late = { store_id: of.id, webhook_id: webhook.id, id: delivery?.id ?? '', tries: 1, attempt }
    expect(await record(sender(), [{ ...late, status: 'failed', wait: null }])).toEqual(new Set())
    const [after] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    expect(after).toMatchObject({ status: 'pending', attempts: [{ status_code: 500 }] })
  })

  test('may wake up again, and stop: the store stays with whoever has it now', async () => {
    const [sleeper, next] = [sender(), sender()]
    await claim(sleeper, of.id)
    await silence()
    expect(await take(next, [of.id])).toEqual([of.id])
    await release(sleeper, [of.id], [of.id])
    expect(await claim(sender(), of.id)).toBe(false)
    expect(await renew(next, [of.id])).toEqual([of.id])
  })

  test('is followed by one process, however many reach for its store', async () => {
    await claim(sender(), of.id)
    await silence()
    const all = await Promise.all(Array.from({ length: 8 }, () => take(sender(), [of.id])))
    expect(all.flat()).toEqual([of.id])
  })
})

describe('a process that is stopped', () => {
  test('finishes what is under way, and gives the rest back at once', async () => {
    let answer = () => {}
    target.answer = response => {
      answer = () => response.end()
    }
    const first = started({ timeout: 20_000 })
    // All about one thing, so one after the other.
    await happen(7, 7, 7)
    await arrived(1)
    const stopping = first.stop()
    answer()
    await stopping
    expect(target.received).toHaveLength(1)
    target.answer = response => response.end()
    await visit()
    expect(target.received).toHaveLength(3)
    const all = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    expect(all.map(({ status, attempts }) => [status, attempts.length])).toEqual(Array(3).fill(['delivered', 1]))
  })
})

test('a delivery that takes long is shown while it is under way, and its event is in the journal', async () => {
  let answer = () => {}
  target.answer = response => {
    answer = () => response.end()
  }
  started({ timeout: 20_000 })
  await happen(0)
  await arrived(1)
  const shown = async () => (await of.client.deliveries.list({ params: { webhook_id: webhook.id } }))[0]
  const until = (status: string) =>
    vi.waitUntil(async () => (await shown())?.status === status, { timeout: 5000, interval: 10 })
  await until('pending')
  expect(await shown()).toMatchObject({ event_id: 1, attempts: [] })
  expect(await of.client.events.list()).toHaveLength(1)
  answer()
  await until('delivered')
  expect(await shown()).toMatchObject({ attempts: [{ status_code: 200 }] })
  expect(target.received).toHaveLength(1)
})

describe('D60: nothing waits for ever', () => {
  const Due = Type.Object({ is_called: Type.Boolean() })
  const isCalled = async () => {
    const { is_called } = await of.db.one(
      Due,
      sql`select due_at < 'infinity' as is_called from dispatch where store_id = ${of.id}`,
    )
    return is_called
  }
  /** Answers wait until the test lets them go. */
  function held(): () => void {
    const answers: (() => void)[] = []
    let isOpen = false
    target.answer = response => {
      if (isOpen) response.end()
      else answers.push(() => response.end())
    }
    return () => {
      isOpen = true
      for (const answer of answers) answer()
    }
  }

  test('not what becomes due while its store is being looked at', async () => {
    target.answer = response => response.writeHead(500).end()
    await happen(0, 1)
    await dispatcherOf(of, { schedule: [3600] }).tick()
    target.answer = response => response.end()
    const [first, second] = await of.client.deliveries.list({ params: { webhook_id: webhook.id } })
    // Each look at the clock is an hour after the one before, and the second delivery is due at one of them.
    const time = () => {
      of.world.advance(3_600_000)
      return sql`${of.world.now()}::timestamptz`
    }
    for (const hours of upTo(9)) {
      target.received.length = 0
      await of.db.run(sql`
        update deliveries set status = 'pending', tries = 1,
               due_at = ${of.world.now()}::timestamptz + case when id = ${first?.id} then 0 else ${hours} end * interval '1 hour'
         where store_id = ${of.id} and id in (${first?.id}, ${second?.id})`)
      await of.db.run(sql`update dispatch set due_at = ${of.world.now()} where store_id = ${of.id}`)
      do await dispatcherOf(of, { time }).tick()
      while (await isCalled())
      expect(target.received).toHaveLength(2)
    }
  })

  test('not what is committed after others that took their ids later', async () => {
    const passedOver: number[] = []
    const many: TestStore['db']['many'] = (schema, query) => {
      if (query.text.includes('stirring')) passedOver.push(Number(query.values[0]))
      return of.db.many(schema, query)
    }
    started({ db: { ...of.db, many } })
    await happen(0)
    await arrived(1)
    // It no longer looks at what came first, but now and then.
    await vi.waitUntil(() => (passedOver.at(-1) ?? 0) > 1, { timeout: 20_000, interval: 5 })
    await of.db.run(sql`
      insert into events (store_id, id, event, payload, created_at)
      values (${of.id}, 1, 'order/created', '{"id": 1}', ${of.world.now()})`)
    await arrived(2)
    expect(ids()).toEqual([0, 1])
  })

  test('not what is due after another, in a store that is never at rest', async () => {
    let letGo = () => {}
    target.answer = (response, { body }) => {
      const tries = target.received.filter(other => other.body.id === body.id).length
      // While the first is under way the store stays with who has it.
      if (body.id === 0) letGo = () => response.end()
      else if (tries > 1) response.end()
      else response.writeHead(503, { 'retry-after': body.id }).end()
    }
    started({ schedule: [0], timeout: 60_000 })
    await happen(0, 1, 2)
    await arrived(5)
    letGo()
    expect(ids()).toEqual([0, 1, 1, 2, 2])
  })

  test('not what is replayed while it is under way', async () => {
    const params = { webhook_id: webhook.id }
    target.answer = async response => {
      if (target.received.length === 1) return response.writeHead(500).end()
      if (target.received.length === 2) {
        const [{ id } = { id: '' }] = await of.client.deliveries.list({ params })
        await of.client.deliveries.replay({ params: { ...params, id } })
        await vi.waitUntil(async () => !(await isCalled()), { timeout: 10_000, interval: 5 })
      }
      return response.end()
    }
    started({ schedule: [0, 3600] })
    await happen(0)
    await arrived(3)
    const status = async () => (await of.client.deliveries.list({ params }))[0]?.status
    await vi.waitUntil(async () => (await status()) === 'delivered', { timeout: 10_000, interval: 10 })
  })

  test('not what waits behind others when an answer of the database gets lost', async () => {
    const letGo = held()
    let cut = Number.POSITIVE_INFINITY
    const one: TestStore['db']['one'] = async (...asked) => {
      const answer = await of.db.one(...asked)
      if (cut-- === 1) throw new Error('cut off')
      return answer
    }
    started({ db: { ...of.db, one }, timeout: 20_000, log: quiet })
    // About one thing, so the second waits for the first.
    await happen(7, 7)
    const pending = async () =>
      (await of.client.deliveries.list({ params: { webhook_id: webhook.id, status: 'pending' } as never })).length
    await vi.waitUntil(async () => (await pending()) === 2, { timeout: 10_000, interval: 10 })
    cut = 1
    await happen(8)
    // It was asked once more, and has learned that all is told already.
    await vi.waitUntil(() => cut < 0, { timeout: 10_000, interval: 5 })
    letGo()
    await happen(9)
    await vi.waitUntil(() => target.received.filter(({ body }) => body.id === 7).length >= 2, { timeout: 20_000 })
    await vi.waitUntil(() => new Set(ids()).size === 3, { timeout: 20_000, interval: 10 })
  })

  test('and what is in memory when its store is suspended waits until it is resumed', async () => {
    const letGo = held()
    started({ timeout: 20_000 })
    await happen(...upTo(100))
    await arrived(limits.each)
    await of.db.tx(tx => suspend(tx, of.world.now(), of.id))
    const Held = Type.Object({ count: Type.Integer() })
    const waiting = sql`select count(*)::int as count from deliveries where store_id = ${of.id} and due_at = 'infinity'`
    // The one that has the store has heard of it.
    await vi.waitUntil(async () => (await untold(of.db, of.id, [])).length === 0, { timeout: 20_000, interval: 10 })
    letGo()
    await vi.waitUntil(async () => (await of.db.one(Held, waiting)).count === 100 - limits.each, { timeout: 20_000 })
    expect(target.received).toHaveLength(limits.each)
    await of.db.tx(tx => resume(tx, of.world.now(), of.id))
    await arrived(100)
    expect(ids()).toEqual(upTo(100))
  })
})
