import { maxStock } from '@bodega/api'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import { numberBeforeFirst } from './ids.ts'

export const orderChecks: Check[] = [
  {
    name: 'orders/shipments-add-up',
    sentence: 'Of every line of an order each unit is in one shipment',
    query: store => sql`
      select store_id, order_id, line, l.quantity, p.shipped
        from (select o.store_id, o.id as order_id, line ->> 'id' as line, (line ->> 'quantity')::bigint as quantity
                from orders o, json_array_elements(o.document::json -> 'products') line
               where ${ofStore('o.store_id', store)}) l
        full join (select f.store_id, f.order_id, item ->> 'external_id' as line,
                          sum((item ->> 'quantity')::bigint) as shipped
                     from fulfillment_orders f, json_array_elements(f.document::json -> 'line_items') item
                    where ${ofStore('f.store_id', store)}
                    group by 1, 2, 3) p
          using (store_id, order_id, line)
       where l.quantity is distinct from p.shipped
       order by store_id, order_id, line`,
  },
  {
    name: 'orders/claims-and-ledger',
    // What was returned to a level that is unlimited by now, or full, left no trace there: such a variant may lack some.
    sentence:
      'Orders took from the ledger what they hold or let go, and gave back the rest; of an unlimited variant at most that',
    query: store => sql`
      select store_id, variant_id, coalesce(c.units, 0) as held, coalesce(m.taken, 0) as taken
        from (select store_id, (claim ->> 1)::bigint as variant_id, sum((claim ->> 3)::bigint) as units
                from (select store_id, claims from fulfillment_orders
                       union all
                      select store_id, forgone from order_editions) f, jsonb_array_elements(f.claims) claim
               where ${ofStore('store_id', store)}
               group by 1, 2) c
        full join (select store_id, variant_id, -sum(delta) filter (where cause in ('order', 'cancel', 'move')) as taken,
                          bool_or(level_after is null or level_after = ${maxStock}) as was_unlimited
                     from stock_movements
                    where ${ofStore('store_id', store)}
                    group by 1, 2) m
          using (store_id, variant_id)
       where coalesce(c.units, 0) > coalesce(m.taken, 0)
          or coalesce(c.units, 0) < coalesce(m.taken, 0) and not m.was_unlimited
             and exists (select 1 from variants v where v.store_id = m.store_id and v.id = m.variant_id)
       order by store_id, variant_id`,
  },
  {
    name: 'orders/no-claim-without-unit',
    sentence: 'Of what is in a shipment no more is claimed than there is',
    query: store => sql`
      select f.store_id, f.order_id, f.number, c.variant_id, c.units as claimed, coalesce(i.units, 0) as units
        from fulfillment_orders f
       cross join lateral (select claim ->> 1 as variant_id, sum((claim ->> 3)::bigint) as units
                             from jsonb_array_elements(f.claims) claim group by 1) c
        left join lateral (select item #>> '{variant,variant_id}' as variant_id, sum((item ->> 'quantity')::bigint) as units
                             from json_array_elements(f.document::json -> 'line_items') item group by 1) i
          on i.variant_id = c.variant_id
       where ${ofStore('f.store_id', store)} and c.units > coalesce(i.units, 0)
       order by f.store_id, f.order_id, f.number`,
  },
  {
    name: 'orders/editions-follow',
    sentence:
      'Editions are numbered from 1, each begins at the total that the one before it left, and the last left the order its own',
    query: store => sql`
      select e.store_id, e.order_id, e.number
        from (select store_id, order_id, number, total_before, total_after,
                     row_number() over edits as place,
                     lag(total_after) over edits as left_before,
                     lead(total_before) over edits as next_before
                from order_editions
               where ${ofStore('store_id', store)}
              window edits as (partition by store_id, order_id order by number)) e
        join orders o on o.store_id = e.store_id and o.id = e.order_id
       where e.number <> e.place or e.total_before <> coalesce(e.left_before, e.total_before)
          or e.total_after <> coalesce(e.next_before, o.total)
       order by e.store_id, e.order_id, e.number`,
  },
  {
    name: 'orders/dense-numbers',
    sentence: `The orders of a store are numbered from ${numberBeforeFirst + 1} to the last number given, without a gap`,
    query: store => sql`
      select store_id, o.orders, o.first, o.last, n.last as given
        from (select store_id, count(*) as orders, min(number) as first, max(number) as last
                from orders where ${ofStore('store_id', store)} group by store_id) o
        full join (select store_id, last from order_numbers where ${ofStore('store_id', store)} and last > ${numberBeforeFirst}) n using (store_id)
       where (o.first, o.last, o.orders) is distinct from (${numberBeforeFirst + 1}, n.last, n.last - ${numberBeforeFirst})
       order by store_id`,
  },
  {
    name: 'orders/columns-agree',
    sentence: 'What stands in the columns of an order is what its document says',
    query: store => sql`
      select store_id, id
        from (select store_id, id, status, payment_status, shipping_status, storefront, app_id::text as app_id, gateway,
                     total, created_at, updated_at, document::json as d
                from orders where ${ofStore('store_id', store)}) o
       where (status, payment_status, shipping_status, storefront, app_id, gateway, total, created_at, updated_at)
             is distinct from
             (d ->> 'status', d ->> 'payment_status', d ->> 'shipping_status', d ->> 'storefront', d ->> 'app_id',
              d ->> 'gateway', (d ->> 'total')::numeric, (d ->> 'created_at')::timestamptz, (d ->> 'updated_at')::timestamptz)
       order by store_id, id`,
  },
  {
    name: 'orders/shipments-agree',
    sentence: 'What stands in the columns of a shipment is what its document says',
    query: store => sql`
      select store_id, order_id, number
        from (select store_id, order_id, number, id, location_id, status, document::json as d
                from fulfillment_orders where ${ofStore('store_id', store)}) f
       where (id, location_id, status, number::text) is distinct from
             (d ->> 'id', d #>> '{assigned_location,location_id}', d ->> 'status', d ->> 'number')
       order by store_id, order_id, number`,
  },
  {
    name: 'orders/first-shipment-shown',
    sentence: 'Every order has a shipment, and shows the tracking of the first and the shipping cost of all',
    query: store => sql`
      select o.store_id, o.id
        from (select store_id, id, legacy::json as d from orders where ${ofStore('store_id', store)}) o
        left join (select distinct on (store_id, order_id) store_id, order_id, document::json -> 'tracking_info' as t
                     from fulfillment_orders where ${ofStore('store_id', store)}
                    order by store_id, order_id, number) f
          on f.store_id = o.store_id and f.order_id = o.id
        left join (select store_id, order_id, sum((document::json #>> '{shipping,consumer_cost,value}')::numeric) as cost
                     from fulfillment_orders where ${ofStore('store_id', store)} group by 1, 2) s
          on s.store_id = o.store_id and s.order_id = o.id
       where f.order_id is null
          or (f.t ->> 'code', f.t ->> 'url', s.cost) is distinct from
             (d ->> 'shipping_tracking_number', d ->> 'shipping_tracking_url', (d ->> 'shipping_cost_customer')::numeric)
       order by o.store_id, o.id`,
  },
  {
    name: 'orders/customers-exist',
    sentence: 'The customer of every order exists',
    query: store => sql`
      select o.store_id, o.id, o.customer_id
        from orders o
        left join customers c on c.store_id = o.store_id and c.id = o.customer_id
       where ${ofStore('o.store_id', store)} and o.customer_id is not null and c.id is null
       order by o.store_id, o.id`,
  },
  {
    name: 'orders/open-shipments-have-places',
    sentence: 'Every open shipment of an order that is not cancelled leaves from a location that exists',
    query: store => sql`
      select f.store_id, f.order_id, f.number, f.location_id
        from fulfillment_orders f
        join orders o on o.store_id = f.store_id and o.id = f.order_id and o.status <> 'cancelled'
        left join locations l on l.store_id = f.store_id and l.id = f.location_id
       where ${ofStore('f.store_id', store)} and f.status <> 'DELIVERED' and l.id is null
       order by f.store_id, f.order_id, f.number`,
  },
  {
    name: 'orders/sales-add-up',
    sentence: 'Of each product as many units are counted as sold as the counted orders say',
    query: store => sql`
      select store_id, product_id, p.sold, coalesce(s.units, 0) as units
        from (select store_id, id as product_id, sold from products where ${ofStore('store_id', store)}) p
        left join (select store_id, product_id, sum(units)::bigint as units
                     from (select o.store_id, (line ->> 'product_id')::bigint as product_id, (line ->> 'quantity')::bigint as units
                             from orders o
                             join sales_counted c on c.store_id = o.store_id and o.number <= c.number,
                                  json_array_elements(o.document::json -> 'products') line
                            where ${ofStore('o.store_id', store)} and o.status <> 'cancelled'
                            union all
                           -- What is still to be corrected stands in the orders already.
                           select x.store_id, x.product_id, -x.units
                             from sales_corrections x
                             join sales_counted c on c.store_id = x.store_id and x.number <= c.number
                            where ${ofStore('x.store_id', store)}) sold
                    group by 1, 2) s
          using (store_id, product_id)
       where p.sold <> coalesce(s.units, 0)
       order by store_id, product_id`,
  },
  {
    name: 'orders/sales-written-down',
    sentence: 'What is written down as sold, and is still to be counted, is what its orders say',
    query: store => sql`
      with waiting as (
        select s.store_id, s.first, s.last, s.sold
          from sales s
          left join sales_counted c on c.store_id = s.store_id
         where ${ofStore('s.store_id', store)} and s.first > coalesce(c.number, 0)
      )
      select store_id, first as number, product_id, sum(units)::bigint as units
        from (select w.store_id, w.first, x.product_id, x.units
                from waiting w, jsonb_to_recordset(w.sold) as x (product_id bigint, units bigint)
               union all
              select w.store_id, w.first, x.product_id, x.units
                from waiting w
                join sales_corrections x on x.store_id = w.store_id and x.number between w.first and w.last
               union all
              select w.store_id, w.first, (line ->> 'product_id')::bigint, -(line ->> 'quantity')::bigint
                from waiting w
                join orders o on o.store_id = w.store_id and o.number between w.first and w.last and o.status <> 'cancelled',
                     json_array_elements(o.document::json -> 'products') line) s
       group by store_id, first, product_id
      having sum(units) <> 0
       order by store_id, first, product_id`,
  },
]
