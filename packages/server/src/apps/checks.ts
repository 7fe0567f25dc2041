import { allScopes } from '@bodega/api'
import { appActorIn } from '../access/index.ts'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

const known = JSON.stringify(allScopes)

export const appChecks: Check[] = [
  {
    name: 'apps/known-scopes',
    sentence: 'Apps ask for scopes of the contract only, and so do installations',
    query: store => sql`
      select i.store_id, a.id as app_id, a.scopes, i.scopes as granted
        from apps a
        left join installations i on i.app_id = a.id
       where ${ofStore('i.store_id', store)} and not (a.scopes <@ ${known}::jsonb and coalesce(i.scopes, '[]') <@ ${known}::jsonb)
       order by a.id, i.store_id`,
  },
  {
    name: 'apps/tokens-are-installed',
    sentence: 'Every token of an app, and every code for one, belongs to an installation',
    query: store => sql`
      select held.store_id, held.app_id
        from (select store_id, app_id from tokens where app_id is not null
              union
              select store_id, app_id from authorization_codes) held
        left join installations i on i.store_id = held.store_id and i.app_id = held.app_id
       where ${ofStore('held.store_id', store)} and i.app_id is null
       order by held.store_id, held.app_id`,
  },
  {
    name: 'apps/left-nothing-behind',
    sentence: 'An app that has left a store and not come back has no webhook, no carrier and no script there',
    query: store => sql`
      select d.store_id, d.app_id, d.left_at, count(*) as kept
        from departures d
        left join installations i on i.store_id = d.store_id and i.app_id = d.app_id
        join (select store_id, actor from webhooks
              union all
              select store_id, actor from shipping_carriers
              union all
              select store_id, actor from scripts) kept
          on kept.store_id = d.store_id and kept.actor = ${appActorIn(sql`d.app_id`)}
       where ${ofStore('d.store_id', store)} and i.app_id is null
       group by d.store_id, d.app_id, d.left_at
       order by d.store_id, d.app_id`,
  },
]
