import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const inventoryChecks: Check[] = [
  {
    name: 'inventory/levels-are-sums',
    sentence: 'Every level is the sum of its movements and what the last of them left; one that is gone left nothing',
    query: store => sql`
      select store_id, variant_id, location_id, l.is_there is not null as is_there, l.stock, m.total, m.last
        from (select store_id, variant_id, location_id, stock, true as is_there
                from inventory_levels
               where ${ofStore('store_id', store)}) l
        full join (select store_id, variant_id, location_id, sum(delta) as total, true as is_told,
                          (array_agg(level_after order by id desc))[1] as last
                     from stock_movements
                    where ${ofStore('store_id', store)}
                    group by store_id, variant_id, location_id) m
          using (store_id, variant_id, location_id)
       where coalesce(l.stock, 0) <> coalesce(m.total, 0)
          or case when l.is_there then l.stock else 0 end is distinct from case when m.is_told then m.last else 0 end
       order by store_id, variant_id, location_id`,
  },
  {
    name: 'inventory/movements-follow',
    sentence: 'Every movement begins at the level that the one before it left',
    query: store => sql`
      select store_id, variant_id, location_id, id, delta, level_after, before
        from (select store_id, variant_id, location_id, id, delta, level_after,
                     coalesce(lag(level_after) over (partition by store_id, variant_id, location_id order by id), 0) as before
                from stock_movements
               where ${ofStore('store_id', store)}) m
       where before + delta <> coalesce(level_after, 0)
       order by store_id, id`,
  },
  {
    name: 'inventory/not-negative',
    sentence: 'No level is below zero',
    query: store => sql`
      select store_id, variant_id, location_id, stock
        from inventory_levels
       where ${ofStore('store_id', store)} and stock < 0
       order by store_id, variant_id, location_id`,
  },
  {
    name: 'inventory/levels-and-variants',
    sentence: 'Every level belongs to a variant, and every variant has a level: without one it would be unlimited',
    query: store => sql`
      select store_id, product_id, variant_id, v.is_there is not null as is_variant, l.is_kept is not null as has_level
        from (select store_id, product_id, id as variant_id, true as is_there
                from variants
               where ${ofStore('store_id', store)}) v
        full join (select distinct store_id, product_id, variant_id, true as is_kept
                     from inventory_levels
                    where ${ofStore('store_id', store)}) l
          using (store_id, product_id, variant_id)
       where v.is_there is null or l.is_kept is null
       order by store_id, variant_id`,
  },
]
