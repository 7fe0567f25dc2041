import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { dispatcherOf, receiver, type TestReceiver } from '../testing/receiver.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { hold, listDeliveries, replayChosen, resume, sendNotice, suspend } from './index.ts'

let shop: TestStore
let target: TestReceiver
beforeEach(async () => {
  shop = await store()
  target = await receiver()
  for (const event of ['location/created', 'app/suspended', 'app/resumed']) {
    await shop.client.webhooks.create({ body: { event, url: target.url } })
  }
})

const turn = (change: typeof suspend, app?: number) => shop.db.tx(tx => change(tx, shop.world.now(), shop.id, app))

/** The names of the events that arrived since the last call. */
const arrived = async () => {
  await dispatcherOf(shop).tick()
  return target.received.splice(0).map(({ body }) => body.event)
}

/** A token is trusted for a quarter of a second after it was last looked up. */
const untilStatus = (status: number) =>
  vi.waitUntil(async () => (await get()).status === status, { timeout: 5000, interval: 20 })

const get = (headers = {}) => shop.request('GET', `/v1/${shop.id}/store`, { headers })

describe('contract 5.4: a suspended store', () => {
  test('gets 402 on every call, before everything but the token and the store', async () => {
    await turn(suspend)
    await untilStatus(402)
    const told = { status: 402, body: { code: 402, message: 'Payment Required', description: expect.any(String) } }
    expect(await get()).toMatchObject(told)
    expect(await get({ 'user-agent': '' })).toMatchObject(told)
    expect((await get({ authentication: 'bearer nonsense' })).status).toBe(401)
    expect((await shop.request('GET', '/v1/999999/store')).status).toBe(404)
    const other = await store({ server: shop.server })
    expect((await other.request('GET', `/v1/${other.id}/store`)).status).toBe(200)
  })

  test('is sent nothing but app/suspended, and after app/resumed all that happened meanwhile', async () => {
    await shop.client.locations.create({ body: aLocation() })
    expect(await turn(suspend)).toBe(true)
    expect(await turn(suspend)).toBe(false)
    expect(await arrived()).toEqual(['app/suspended'])
    expect(await turn(resume)).toBe(true)
    expect(await turn(resume)).toBe(false)
    expect((await arrived()).sort()).toEqual(['app/resumed', 'location/created'])
    expect(await arrived()).toEqual([])
  })

  test('is sent again what tells of it, and what the law demands, when that is replayed', async () => {
    target.answer = response => response.writeHead(500).end()
    const notice = { notice: 'store/redact' as const, payload: {}, to: [{ app: shop.appId, url: target.url }] }
    await shop.db.tx(tx => sendNotice(tx, shop.world.now(), shop.id, notice))
    await shop.client.locations.create({ body: aLocation() })
    await dispatcherOf(shop).tick()
    await turn(suspend)
    expect(await arrived()).toContain('app/suspended')
    target.answer = response => response.end()
    expect(await shop.db.tx(tx => replayChosen(tx, shop.id, { isFailed: true }))).toBe(3)
    expect((await arrived()).map(String).sort()).toEqual(['app/suspended', 'undefined'])
    await turn(resume)
    expect((await arrived()).sort()).toEqual(['app/resumed', 'location/created'])
  })

  test('is not sent what was to be tried again', async () => {
    target.answer = response => response.writeHead(500).end()
    await shop.client.locations.create({ body: aLocation() })
    await dispatcherOf(shop, { schedule: [60] }).tick()
    expect(target.received.splice(0)).toHaveLength(1)
    target.answer = response => response.end()
    await turn(suspend)
    shop.world.advance(3_600_000)
    expect(await arrived()).toEqual(['app/suspended'])
    const pending = await listDeliveries(shop.db, shop.id, { status: 'pending' }, { page: 1, per_page: 10 })
    expect(pending.items).toMatchObject([{ event: 'location/created', next_attempt_at: null }])
    await turn(resume)
    expect((await arrived()).sort()).toEqual(['app/resumed', 'location/created'])
  })
})

test('what was written down as held up while its store was resumed is found', async () => {
  target.answer = response => response.writeHead(500).end()
  await shop.client.locations.create({ body: aLocation() })
  await dispatcherOf(shop, { schedule: [60] }).tick()
  target.received.length = 0
  target.answer = response => response.end()
  await shop.db.run(sql`update deliveries set due_at = 'infinity' where store_id = ${shop.id} and due_at is not null`)
  expect(await arrived()).toEqual([])
  await shop.db.tx(tx => hold(tx, shop.id))
  expect(await arrived()).toEqual(['location/created'])
})

describe('contract 5.4: a suspended app', () => {
  test('gets 402 and is sent nothing, while the others in the store go on', async () => {
    const headers = { authentication: `bearer ${await shop.tokenWith(['write_locations'])}` }
    for (const event of ['location/created', 'app/suspended']) {
      const body = { event, url: `${target.url}/other` }
      await shop.request('POST', `/v1/${shop.id}/webhooks`, { body, headers })
    }
    await turn(suspend, shop.appId)
    await untilStatus(402)
    expect((await get(headers)).status).toBe(200)
    await shop.request('POST', `/v1/${shop.id}/locations`, { body: aLocation(), headers })
    await dispatcherOf(shop).tick()
    const told = target.received.splice(0).map(one => `${one.path} ${one.body.event} ${one.body.id}`)
    expect(told).toEqual(
      expect.arrayContaining([
        `/hook app/suspended ${shop.appId}`,
        expect.stringMatching(/^\/hook\/other location\/created /),
      ]),
    )
    expect(told).toHaveLength(2)
    await turn(resume, shop.appId)
    await untilStatus(200)
    expect((await arrived()).sort()).toEqual(['app/resumed', 'location/created'])
  })

  test('stays suspended when the store is resumed', async () => {
    await turn(suspend)
    await turn(suspend, shop.appId)
    await turn(resume)
    await untilStatus(402)
    await turn(resume, shop.appId)
    await untilStatus(200)
  })
})
