import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const accountChecks: Check[] = [
  {
    name: 'accounts/members-exist',
    sentence: 'Every member of a store is an account, and every store of a member exists',
    query: store => sql`
      select m.store_id, m.account_id
        from members m
        left join stores s on s.id = m.store_id
        left join accounts a on a.id = m.account_id
       where ${ofStore('m.store_id', store)} and (s.id is null or a.id is null)
       order by m.store_id, m.account_id`,
  },
  {
    name: 'accounts/stores-have-owners',
    sentence: 'A store in which somebody works has an owner',
    query: store => sql`
      select store_id, count(*) as members
        from members
       where ${ofStore('store_id', store)}
       group by store_id
      having count(*) filter (where role = 'owner') = 0
       order by store_id`,
  },
]
