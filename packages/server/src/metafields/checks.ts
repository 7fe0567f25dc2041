import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const metafieldChecks: Check[] = [
  {
    name: 'metafields/owners-exist',
    sentence: 'What a metafield is attached to exists',
    query: store => sql`
      select m.store_id, m.id, m.owner_resource, m.owner_id
        from metafields m
       where ${ofStore('m.store_id', store)}
         and not case m.owner_resource
               when 'Product' then exists (select 1 from products o where o.store_id = m.store_id and o.id = m.owner_id)
               when 'Product_Variant' then exists (select 1 from variants o where o.store_id = m.store_id and o.id = m.owner_id)
               when 'Category' then exists (select 1 from categories o where o.store_id = m.store_id and o.id = m.owner_id)
               when 'Order' then exists (select 1 from orders o where o.store_id = m.store_id and o.id = m.owner_id)
               else exists (select 1 from customers o where o.store_id = m.store_id and o.id = m.owner_id) end
       order by m.store_id, m.id`,
  },
]
