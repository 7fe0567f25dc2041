import Type from 'typebox'
import { expect, test } from 'vitest'
import { json, sql } from '../platform/database/sql.ts'
import { merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { app } from '../testing/store.ts'

test('the people of a store see what happened in it, the newest first, page by page', async () => {
  const server = await app()
  const { db } = await database()
  const { owner, store } = await merchant(server)
  const other = await merchant(server)
  for (const [id, event] of ['order/created', 'order/paid', 'app/uninstalled'].entries()) {
    await db.run(sql`
      insert into journal (store_id, id, event, payload, created_at, deliveries)
      values (${store}, ${id + 1}, ${event}, ${json({ id: 7 })}, ${new Date(0)}, ${id})`)
  }
  const params = { store_id: store }
  const newest = await owner.panel.storeEvents.list({ params, query: { per_page: 2 } })
  expect(newest).toEqual([
    {
      id: 3,
      event: 'app/uninstalled',
      created_at: '1970-01-01T00:00:00+0000',
      notification: { store_id: store, event: 'app/uninstalled', id: 7 },
      deliveries: 2,
    },
    expect.objectContaining({ id: 2, event: 'order/paid', deliveries: 1 }),
  ])
  const older = await owner.panel.storeEvents.list({ params, query: { before: 2 } })
  expect(older.map(({ event }) => event)).toEqual(['order/created'])
  expect(await other.owner.panel.storeEvents.list({ params: { store_id: other.store } })).toEqual([])
})

test('an event leads to whom and where it was told, also where the webhook is gone, and not into another store', async () => {
  const server = await app()
  const { db } = await database()
  const { owner, store } = await merchant(server)
  const other = await merchant(server)
  const tell = (of: number, entry: number, actor: string, target: object | null, webhook = entry) =>
    db.run(sql`
      insert into deliveries (store_id, webhook_id, actor, entry_id, event, payload, target, status, created_at)
      values (${of}, ${webhook}, ${actor}, ${entry}, 'app/uninstalled', ${json({ id: 7 })}, ${target && json(target)},
              'delivered', ${new Date()})`)
  const url = 'https://app.example/there'
  const there = await db.one(
    Type.Object({ id: Type.Integer() }),
    sql`insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
        values (${store}, 'app:7', 'order/created', ${url}, '{}', '{}', now(), now()) returning id`,
  )
  await tell(store, 1, 'app:7', { url: 'https://app.example/hook', headers: {} })
  await tell(store, 2, 'token:3', null)
  await tell(store, 3, 'app:7', null, there.id)
  await tell(other.store, 1, 'app:7', null)
  const told = (id: number) => owner.panel.storeEvents.deliveries({ params: { store_id: store, id } })
  const [delivery, ...more] = await told(1)
  expect(more).toEqual([])
  expect(delivery).toMatchObject({
    event: 'app/uninstalled',
    event_id: 1,
    app_id: 7,
    url: 'https://app.example/hook',
    status: 'delivered',
    notification: { store_id: store, id: 7 },
  })
  expect(await told(2)).toMatchObject([{ event_id: 2, app_id: null, url: null }])
  expect(await told(3)).toMatchObject([{ event_id: 3, app_id: 7, url }])
  expect(await told(4)).toEqual([])
  const foreign = owner.panel.storeEvents.deliveries({ params: { store_id: other.store, id: 1 } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
})
