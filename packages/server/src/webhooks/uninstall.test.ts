import type { ServerResponse } from 'node:http'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { issueToken } from '../access/index.ts'
import { emit } from '../events/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { dispatcherOf, receiver } from '../testing/receiver.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { until } from '../testing/waiting.ts'
import { limits } from './courier.ts'
import { listDeliveries, removeApp, removeToken, webhookChecks } from './index.ts'

const Id = Type.Object({ id: Type.Integer() })

test('D29: with an app its webhooks go, and app/uninstalled still reaches it, signed, at the address they had', async () => {
  const shop = await store()
  const { url, received } = await receiver()
  const { client, db, world, id, appId } = shop
  const headers = { 'x-own': 'yes' }
  await client.webhooks.create({ body: { event: 'app/uninstalled', url, headers } })
  await client.webhooks.create({ body: { event: 'location/created', url } })
  const other = await shop.tokenWith(['read_locations'])
  const theirs = { authentication: `bearer ${other}` }
  const kept = { event: 'app/uninstalled', url: `${url}/theirs` }
  await shop.request('POST', `/v1/${id}/webhooks`, { body: kept, headers: theirs })

  await client.locations.create({ body: aLocation() })
  await db.tx(tx => removeApp(tx, world.now(), id, { id: appId, store_redact_url: `${url}/redact` }))

  expect(await client.webhooks.list()).toEqual([])
  expect((await shop.request('GET', `/v1/${id}/webhooks`, { headers: theirs })).body).toHaveLength(1)
  await dispatcherOf(shop).tick()
  const told = received.map(({ path, body, headers: sent }) => ({ path, body, own: sent['x-own'] }))
  expect(told).toEqual(
    expect.arrayContaining([
      { path: '/hook', body: { store_id: id, event: 'app/uninstalled', id: appId }, own: 'yes' },
      { path: '/hook/redact', body: { store_id: id }, own: undefined },
    ]),
  )
  expect(told).toHaveLength(2)
  for (const { headers: sent } of received) expect(sent['x-linkedstore-hmac-sha256']).toMatch(/^[0-9a-f]{64}$/)
  expect(await findBroken(db, webhookChecks, id)).toEqual([])
})

test('an uninstall that is rolled back removes and tells nothing', async () => {
  const shop = await store()
  const { url, received } = await receiver()
  await shop.client.webhooks.create({ body: { event: 'app/uninstalled', url } })
  const leaving = { id: shop.appId, store_redact_url: null }
  const rolledBack = shop.db.tx(async tx => {
    await removeApp(tx, shop.world.now(), shop.id, leaving)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await dispatcherOf(shop).tick()
  expect(received).toEqual([])
  expect(await shop.client.webhooks.list()).toHaveLength(1)
})

test('D28: with a token of the store admin its webhooks go, and what waits for them is ended at once', async () => {
  const shop = await store()
  const target = await receiver()
  const { url, received } = target
  const { db, world, id } = shop
  const token = await db.tx(tx => issueToken(tx, world, id, { app: null, name: 'Admin', scopes: ['write_locations'] }))
  const headers = { authentication: `bearer ${token}` }
  const body = { event: 'location/created', url }
  await shop.request('POST', `/v1/${id}/webhooks`, { body, headers })
  const { id: tokenId } = await db.one(Id, sql`select id from tokens where store_id = ${id} and app_id is null`)
  target.answer = response => response.writeHead(500).end()
  await shop.client.locations.create({ body: aLocation() })
  await dispatcherOf(shop, { schedule: [600] }).tick()
  expect(received.splice(0)).toHaveLength(1)
  await shop.client.locations.create({ body: aLocation() })
  await db.tx(tx => removeToken(tx, id, tokenId))
  await dispatcherOf(shop).tick()
  expect(received).toEqual([])
  const failed = await listDeliveries(db, id, { status: 'failed' }, { page: 1, per_page: 10 })
  expect(failed.items).toMatchObject([{ attempts: [{ status_code: 500 }, { error: 'the webhook was removed' }] }])
  expect((await shop.request('GET', `/v1/${id}/webhooks`, { headers })).body).toEqual([])
})

const removals: [string, (shop: TestStore, webhook: number) => Promise<unknown>][] = [
  ['is deleted', ({ client }, id) => client.webhooks.delete({ params: { id } })],
  [
    'goes with its app',
    ({ db, world, id, appId }) => db.tx(tx => removeApp(tx, world.now(), id, { id: appId, store_redact_url: null })),
  ],
]

test.each(removals)('what is in memory for a webhook that %s is not sent', async (_how, remove) => {
  const shop = await store()
  const { db, world, id } = shop
  const target = await receiver()
  const held: ServerResponse[] = []
  target.answer = response => held.push(response)
  const webhook = await shop.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
  const dispatcher = dispatcherOf(shop)
  dispatcher.start()
  const orders = Array.from({ length: 3 * limits.each }, (_, i) => ({ id: i + 1 }))
  await db.tx(async tx => emit(tx, id, world.now(), 'order/created', ...orders))
  await until(async () => held.length === limits.each)
  await remove(shop, webhook.id)
  const failed = () => listDeliveries(db, id, { status: 'failed' }, { page: 1, per_page: 1 })
  await until(async () => (await failed()).total >= 2 * limits.each, 10_000)
  for (const response of held) response.end()
  await dispatcher.stop()
  expect(target.received).toHaveLength(limits.each)
  expect((await failed()).items).toMatchObject([{ attempts: [{ error: 'the webhook was removed' }] }])
})
