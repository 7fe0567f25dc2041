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

test('what an app listens to is read from an index, without a look at its webhooks or those of others', async () => {
  await of.db.run(sql`
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select s.id, 'app:' || a.id, e.event, 'https://app.example', '{}', '{}', now(), now()
      from stores s, unnest(${[of.appId, of.appId + 1]}::bigint[]) as a (id), unnest(${['order/created', 'order/paid']}::text[]) as e (event)`)
  await of.db.run(raw('vacuum analyze webhooks'))
  const { result, read, fetched } = await costOf(of.db, 'webhooks', db => eventsHeardBy(db, of.appId))
  expect(result.sort()).toEqual(['order/created', 'order/paid'])
  expect(fetched).toBe(0)
  expect(read).toBe(2 * (count + 1))
})
