import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const locationChecks: Check[] = [
  {
    name: 'locations/dense-priorities',
    sentence: 'The priorities of the locations of a store are 0 to n-1, each once',
    query: store => sql`
      select store_id, array_agg(priority order by priority) as priorities
        from locations
       where ${ofStore('store_id', store)}
       group by store_id
      having min(priority) <> 0 or max(priority) <> count(*) - 1 or count(distinct priority) <> count(*)
       order by store_id`,
  },
  {
    name: 'locations/one-default',
    sentence: 'A store that has locations has exactly one default among them',
    query: store => sql`
      select store_id, count(*) filter (where is_default) as defaults
        from locations
       where ${ofStore('store_id', store)}
       group by store_id
      having count(*) filter (where is_default) <> 1
       order by store_id`,
  },
]
