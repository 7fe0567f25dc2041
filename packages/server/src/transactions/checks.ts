import { type Check, ofStore } from '../platform/database/check.ts'
import { raw, sql } from '../platform/database/sql.ts'

const moved = (...types: string[]) =>
  raw(`coalesce(sum(e.amount) filter (where e.status = 'success' and e.type in ('${types.join("','")}')), 0)`)

/** What has been captured, refunded and so on, for each transaction. */
const sums = (store?: number) => sql`
  select t.store_id, t.order_id, t.id, count(e.number) as events, max(e.number) as last, ${moved('sale')} as sold,
         ${moved('authorization')} as authorized, ${moved('capture')} as captured, ${moved('refund')} as refunded,
         ${moved('void')} as voided
    from transactions t
    left join transaction_events e on e.store_id = t.store_id and e.order_id = t.order_id and e.transaction_id = t.id
   where ${ofStore('t.store_id', store)}
   group by t.store_id, t.order_id, t.id`

export const transactionChecks: Check[] = [
  {
    name: 'transactions/amounts-fit',
    sentence:
      'No transaction captured or voided more than was authorized, or refunded more than was paid; its events have no gaps',
    query: store => sql`
      select store_id, order_id, id, sold, authorized, captured, refunded, voided
        from (${sums(store)}) s
       where refunded > sold + captured or captured > authorized or authorized > 0 and captured + voided > authorized
          or sold > 0 and voided > 0 or events is distinct from last
       order by store_id, order_id, id`,
  },
  {
    name: 'transactions/orders-know',
    sentence:
      'An order says that at least what its transactions captured is paid, and that some was given back where it was',
    query: store => sql`
      select o.store_id, o.id, p.captured, p.refunded, o.payment_status
        from (select store_id, order_id, sum(sold + captured) as captured, sum(refunded) as refunded
                from (${sums(store)}) s group by store_id, order_id) p
        join orders o on o.store_id = p.store_id and o.id = p.order_id
       where p.captured > coalesce((o.document::json ->> 'total_paid_by_customer')::numeric, 0)
          or p.refunded > 0 and o.payment_status not in ('refunded', 'partially_refunded')
       order by o.store_id, o.id`,
  },
]
