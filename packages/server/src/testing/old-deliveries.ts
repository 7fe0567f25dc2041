import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** As many as a statement makes within its time on any machine. */
const portion = 100_000

/** Deliveries as the dispatcher leaves them, made 60 days ago, one in each millisecond. */
export async function oldDeliveries(db: Db, store: number, webhook: number, count: number): Promise<void> {
  const attempt = { status_code: 200, error: null, duration_ms: 3 }
  for (let done = 0; done < count; done += portion) {
    await db.run(sql`
      insert into deliveries (store_id, webhook_id, id, actor, entry_id, event, payload, status, attempts, created_at)
      select ${store}, ${webhook},
             (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
             'token:1', 1, 'order/created', '{"id": 1}', 'delivered',
             jsonb_build_array(jsonb_build_object('at', at) || ${JSON.stringify(attempt)}::jsonb), at
        from generate_series(${done + 1}::integer, ${Math.min(done + portion, count)}::integer) as n
       cross join lateral (select now() - interval '60 days' + n * interval '1 millisecond' as at) t`)
  }
}
