import { eventNames } from '@bodega/api'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const eventChecks: Check[] = [
  {
    name: 'events/known-names',
    sentence: 'The journal holds events of the contract only',
    query: store => sql`
      select store_id, id, event
        from (select store_id, id, event from events union all select store_id, id, event from journal) e
       where ${ofStore('store_id', store)} and event <> all(${[...eventNames]}::text[])
       order by store_id, id`,
  },
]
