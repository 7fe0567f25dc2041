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
