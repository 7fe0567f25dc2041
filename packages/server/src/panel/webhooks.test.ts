import { expect, test } from 'vitest'
import { forgetDepartures } from '../apps/index.ts'
import { sql } from '../platform/database/sql.ts'
import { statusOf } from '../testing/answers.ts'
import { install, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { signedUp } from '../testing/people.ts'
import { app, testWorld } from '../testing/store.ts'

/** An app of a new partner, installed into a new store. */
async function installed(server: Awaited<ReturnType<typeof app>>) {
  const { owner, store } = await merchant(server)
  const maker = await signedUp(server)
  await maker.panel.partners.become({ body: { name: 'Maker' } })
  const made = await maker.panel.partnerApps.create({ body: { name: 'Robot', distribution: 'app_store' } })
  const { client_secret } = await maker.panel.partnerApps.keys({ params: { app_id: made.id } })
  const robot = { app_id: made.id, client_secret, redirect_url: made.redirect_url }
  return { owner, store, maker, made, robot, token: await install(server, owner, robot) }
}

test('the partner of an app and the store where it is installed see its deliveries, and send them again', async () => {
  const server = await app()
  const { db } = await database()
  const { owner, store, maker, made, token } = await installed(server)
  const webhook = (
    await server.inject({
      method: 'POST',
      url: `/v1/${store}/webhooks`,
      headers: { authentication: `bearer ${token}`, 'user-agent': 'App' },
      payload: {
        event: 'product/created',
        url: 'https://app.example/hook',
        headers: { 'X-Key': 'one for all stores' },
      },
    })
  ).json()
  await db.run(sql`
    insert into deliveries (store_id, webhook_id, actor, event, payload, status, created_at)
    values (${store}, ${webhook.id}, ${`app:${made.id}`}, 'product/created', '{"id": 7}', 'failed', ${new Date()})`)

  const params = { app_id: made.id, store_id: store, webhook_id: webhook.id }
  for (const { list, deliveries, replay } of [maker.panel.partnerWebhooks, owner.panel.storeWebhooks]) {
    expect(await list({ params })).toMatchObject([{ id: webhook.id, event: 'product/created' }])
    const [delivery] = await deliveries({ params })
    expect(delivery).toMatchObject({ event: 'product/created', notification: { store_id: store, id: 7 } })
    expect(await replay({ params: { ...params, id: delivery?.id ?? '' } })).toMatchObject({ status: 'pending' })
    expect(await deliveries({ params, query: { status: 'failed' } })).toEqual([])
  }

  expect(await maker.panel.partnerWebhooks.list({ params })).toMatchObject([
    { headers: { 'X-Key': 'one for all stores' } },
  ])
  expect(await owner.panel.storeWebhooks.list({ params })).toMatchObject([{ headers: { 'X-Key': '[secret]' } }])

  const stranger = await signedUp(server)
  await stranger.panel.partners.become({ body: { name: 'Stranger' } })
  expect(await statusOf(stranger.panel.partnerWebhooks.list({ params }))).toBe(404)
  expect(await statusOf(stranger.panel.storeWebhooks.list({ params }))).toBe(404)
  expect(
    await maker.panel.partnerWebhooks.list({ params: { ...params, store_id: (await merchant(server)).store } }),
  ).toEqual([])
})

test('of the stores that an app has left the last stands first, and of one moment the one that was made last', async () => {
  const world = testWorld()
  const server = await app({ world })
  const { db } = await database()
  const { owner, store, maker, made } = await installed(server)
  const open = async () => (await owner.panel.stores.create({ body: { name: 'Shop', country: 'BR' } })).id
  const [one, other, third] = [await open(), await open(), await open()]
  const leave = (store: number) =>
    db.run(sql`insert into departures (store_id, app_id, left_at) values (${store}, ${made.id}, ${world.now()})`)
  await leave(other)
  await leave(third)
  world.advance(1000)
  await leave(one)
  // What another app has there is nothing to it; and what is over is not shown until it is swept.
  const { id: another } = await maker.panel.partnerApps.create({ body: { name: 'Other', distribution: 'app_store' } })
  await db.run(sql`
    insert into installations (store_id, app_id, scopes, created_at, updated_at)
    values (${third}, ${another}, '[]', ${world.now()}, ${world.now()})`)
  await db.run(sql`
    insert into departures (store_id, app_id, left_at)
    values (${store}, ${another}, ${new Date(world.now().getTime() - 31 * 24 * 3_600_000)})`)
  expect(await maker.panel.departures.list({ params: { app_id: another } })).toEqual([])
  const params = { app_id: made.id }
  const left = await maker.panel.departures.list({ params, query: { per_page: 2 } })
  const rest = await maker.panel.departures.list({ params, query: { per_page: 2, page: 2 } })
  expect([...left, ...rest].map(({ store_id }) => store_id)).toEqual([one, third, other])
})

test('what an app was told is seen by its partner for 30 days after it was uninstalled', async () => {
  const world = testWorld()
  const server = await app({ world })
  const { db } = await database()
  const { owner, store, maker, made, robot, token } = await installed(server)
  const headers = { authentication: `bearer ${token}`, 'user-agent': 'App' }
  for (const event of ['product/created', 'app/uninstalled']) {
    const payload = { event, url: 'https://app.example/hook' }
    await server.inject({ method: 'POST', url: `/v1/${store}/webhooks`, headers, payload })
  }
  const [webhook] = await maker.panel.partnerWebhooks.list({ params: { app_id: made.id, store_id: store } })
  const tell = (actor: string, webhook_id: number, event: string, there = store) =>
    db.run(sql`
      insert into deliveries (store_id, webhook_id, actor, event, payload, status, created_at)
      values (${there}, ${webhook_id}, ${actor}, ${event}, '{"id": 7}', 'delivered', ${world.now()})`)
  await tell('app:999', 999_999, 'product/created')
  await tell(`app:${made.id}`, webhook?.id ?? 0, 'product/created')
  // Notices are of no webhook: those of all apps are in one row, and each store has such a row.
  await tell('app:999', 0, 'customers/redact')
  await tell(`app:${made.id}`, 0, 'customers/data_request', (await merchant(server)).store)
  await tell(`app:${made.id}`, 0, 'store/redact')

  const params = { app_id: made.id }
  expect(await maker.panel.departures.list({ params })).toEqual([])
  await owner.panel.storeApps.uninstall({ params: { ...params, store_id: store } })
  expect(await maker.panel.departures.list({ params })).toMatchObject([{ store_id: store }])
  const found = async (q: string) => (await maker.panel.departures.list({ params, query: { q } })).total
  expect([await found('SHO'), await found(String(store)), await found('shoes')]).toEqual([1, 1, 0])
  const told = (query = {}) => maker.panel.departures.deliveries({ params: { ...params, store_id: store }, query })
  const all = ['app/uninstalled', 'product/created', 'store/redact']
  expect((await told()).map(({ event }) => event).sort()).toEqual(all)
  expect((await told({ status: 'delivered' })).map(({ event }) => event).sort()).toEqual(all.slice(1))

  const stranger = await signedUp(server)
  await stranger.panel.partners.become({ body: { name: 'Stranger' } })
  expect(await statusOf(stranger.panel.departures.list({ params }))).toBe(404)
  expect(await statusOf(stranger.panel.departures.deliveries({ params: { ...params, store_id: store } }))).toBe(404)

  const day = 24 * 3_600_000
  await forgetDepartures(db, new Date(world.now().getTime() + 29 * day))
  expect(await maker.panel.departures.list({ params })).toHaveLength(1)
  await install(server, owner, robot)
  expect(await maker.panel.departures.list({ params })).toEqual([])
  world.advance(10 * day)
  await owner.panel.storeApps.uninstall({ params: { ...params, store_id: store } })
  await forgetDepartures(db, new Date(world.now().getTime() + 29 * day))
  expect(await maker.panel.departures.list({ params })).toHaveLength(1)
  await forgetDepartures(db, new Date(world.now().getTime() + 31 * day))
  expect(await maker.panel.departures.list({ params })).toEqual([])
})
