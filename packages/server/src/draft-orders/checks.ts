import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const draftOrderChecks: Check[] = [
  {
    name: 'draft-orders/not-orders',
    sentence: 'A draft that became an order is no draft any more',
    query: store => sql`
      select d.store_id, d.id
        from draft_orders d
        join orders o on o.store_id = d.store_id and o.id = d.id
       where ${ofStore('d.store_id', store)}
       order by d.store_id, d.id`,
  },
  {
    name: 'draft-orders/add-up',
    sentence: 'A draft shows the lines, the discount and the total that will be placed',
    query: store => sql`
      select store_id, id
        from (select store_id, id, created_at, token, input, document::json as d, legacy::json as l
                from draft_orders where ${ofStore('store_id', store)}) o,
             lateral (select sum((line ->> 'price')::numeric * (line ->> 'quantity')::numeric) as subtotal
                        from jsonb_array_elements(input -> 'products') line) s
       where (token, created_at, s.subtotal, (input ->> 'discount')::numeric,
              greatest(0, s.subtotal - (input ->> 'discount')::numeric + (l ->> 'shipping_cost_customer')::numeric))
             is distinct from
             (d ->> 'token', (d ->> 'created_at')::timestamptz, (d ->> 'subtotal')::numeric, (d ->> 'discount')::numeric,
              (d ->> 'total')::numeric)
       order by store_id, id`,
  },
]
