/** A page of the stores that have an app costs what it shows: the plans of the very statements that run. */
import { beforeAll, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { manyStores } from '../testing/many-stores.ts'
import { costOf } from '../testing/plans.ts'
import { store, type TestStore } from '../testing/store.ts'
import { eventsHeardBy } from '../webhooks/index.ts'
import { listInstallations } from './index.ts'

const count = 5000

let of: TestStore
beforeAll(async () => {
  of = await store()
  await manyStores(of, count)
  await of.db.run(sql`
    insert into installations (store_id, app_id, scopes, created_at, updated_at)
    select id, ${of.appId}, '[]', now() + id * interval '1 second', now() from stores where id <> ${of.id}`)
  await of.db.run(raw('vacuum analyze stores, installations, tokens'))
})

test.each(['installations', 'stores'])('what is read of the %s', async table => {
  const { result, read, counted } = await costOf(of.db, table, db =>
    listInstallations(db, of.appId, { page: 2, per_page: 30 }),
  )
  expect([result.total, result.items.length]).toEqual([count + 1, 30])
  const ids = result.items.map(({ store_id }) => store_id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(read - counted).toBeLessThanOrEqual(60)
  expect(counted).toBe(table === 'installations' ? count + 1 : 0)
})

test('what an app listens to is read once for each kind of event, however many stores have it', async () => {
  await of.db.run(sql`
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select s.id, 'app:' || ${of.appId}::bigint, e.event, 'https://app.example', '{}', '{}', now(), now()
      from stores s, (values ('order/created'), ('order/paid')) as e (event)`)
  await of.db.run(raw('vacuum analyze webhooks'))
  const { result, read } = await costOf(of.db, 'webhooks', db => eventsHeardBy(db, of.appId))
  expect(result).toEqual(['order/created', 'order/paid'])
  expect(read).toBeLessThanOrEqual(2)
})
