/** An app in many stores makes millions of rows in a month: each is read once. */
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { costOf } from '../testing/plans.ts'
import { store } from '../testing/store.ts'
import { callsOf } from './index.ts'

test('what an app has asked, by days and by endpoints', async () => {
  const of = await store()
  await of.db.run(sql`
    insert into app_calls (store_id, app_id, day, endpoint, calls, errors, last_at)
    select ${of.id}, ${of.appId}, d::date, e.endpoint, n, 1, d + interval '1 hour'
      from (values ('GET /products', 2), ('GET /orders', 5)) as e (endpoint, n),
           unnest(array['2026-07-01', '2026-07-02']::timestamptz[]) d`)
  const now = new Date('2026-07-03T00:00:00Z')
  const { result, read } = await costOf(of.db, 'app_calls', db => callsOf(db, now, { id: of.appId, scopes: [] }, []))
  expect(result).toMatchObject({
    days: [
      { day: '2026-07-01', calls: 7, errors: 2 },
      { day: '2026-07-02', calls: 7, errors: 2 },
    ],
    endpoints: [
      { endpoint: 'GET /orders', calls: 10, errors: 2, last_at: '2026-07-02T01:00:00+0000' },
      { endpoint: 'GET /products', calls: 4, errors: 2, last_at: '2026-07-02T01:00:00+0000' },
    ],
  })
  expect(read).toBe(4)
})
