import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const fulfillmentOrderChecks: Check[] = [
  {
    name: 'fulfillment-orders/numbered-events',
    sentence: 'Every tracking event has one number, and every number an event',
    query: store => sql`
      select store_id, order_id, event, n.is_numbered is not null as is_numbered, e.is_there is not null as is_there
        from (select store_id, order_id, tracking_event_id as event, true as is_numbered
                from fulfillments
               where ${ofStore('store_id', store)}) n
        full join (select f.store_id, f.order_id, e ->> 'id' as event, true as is_there
                     from fulfillment_orders f, json_array_elements(f.document::json -> 'tracking_events') e
                    where ${ofStore('f.store_id', store)}) e
          using (store_id, order_id, event)
       where n.is_numbered is null or e.is_there is null
       order by store_id, order_id, event`,
  },
]
