import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const shippingChecks: Check[] = [
  {
    name: 'shipping/costs-add-up',
    sentence: 'What shipping an order costs, for buyer and store, is the sum over its shipments',
    query: store => sql`
      select o.store_id, o.id, o.d ->> 'shipping_cost_customer' as customer, s.customer as of_shipments,
             o.d ->> 'shipping_cost_owner' as owner, s.owner as owner_of_shipments
        from (select store_id, id, legacy::json as d from orders where ${ofStore('store_id', store)}) o
        left join (select store_id, order_id,
                          sum((document::json #>> '{shipping,consumer_cost,value}')::numeric) as customer,
                          sum((document::json #>> '{shipping,merchant_cost,value}')::numeric) as owner
                     from fulfillment_orders where ${ofStore('store_id', store)} group by 1, 2) s
          on s.store_id = o.store_id and s.order_id = o.id
       where (s.customer, s.owner) is distinct from
             ((o.d ->> 'shipping_cost_customer')::numeric, (o.d ->> 'shipping_cost_owner')::numeric)
       order by o.store_id, o.id`,
  },
  {
    name: 'shipping/quotes-add-up',
    sentence: 'What an option of a quote costs, for buyer and store, is the sum over its packages',
    query: store => sql`
      select q.store_id, q.id, option ->> 'code' as code
        from (select store_id, id, document::json -> 'quote' as quote
                from shipping_quotes where ${ofStore('store_id', store)}) q,
             json_array_elements(q.quote -> 'options') with ordinality as o (option, place),
             lateral (select sum((p -> 'options' -> (o.place::integer - 1) ->> 'price')::numeric) as price,
                             sum((p -> 'options' -> (o.place::integer - 1) ->> 'price_merchant')::numeric) as price_merchant
                        from json_array_elements(q.quote -> 'packages') p) s
       where (s.price, s.price_merchant) is distinct from
             ((option ->> 'price')::numeric, (option ->> 'price_merchant')::numeric)
       order by q.store_id, q.id, code`,
  },
  {
    name: 'shipping/quotes-are-whole',
    sentence: 'Of every product of a quote each unit is in one of its packages',
    query: store => sql`
      select store_id, id, variant_id, wanted, packed
        from (select q.store_id, q.id, product ->> 'variant_id' as variant_id, sum((product ->> 'quantity')::bigint) as wanted
                from shipping_quotes q, json_array_elements(q.document::json -> 'products') product
               where ${ofStore('q.store_id', store)} group by 1, 2, 3) w
        full join (select q.store_id, q.id, item ->> 'variant_id' as variant_id, sum((item ->> 'quantity')::bigint) as packed
                     from shipping_quotes q, json_array_elements(q.document::json #> '{quote,packages}') p,
                          json_array_elements(p -> 'items') item
                    where ${ofStore('q.store_id', store)} group by 1, 2, 3) p
          using (store_id, id, variant_id)
       where wanted is distinct from packed
       order by store_id, id, variant_id`,
  },
]
