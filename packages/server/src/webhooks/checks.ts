import { webhookEvents } from '@bodega/api'
import { type Check, ofStore } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'

export const webhookChecks: Check[] = [
  {
    name: 'webhooks/known-events',
    sentence: 'Webhooks are registered for events of the contract only',
    query: store => sql`
      select store_id, id, event
        from webhooks
       where ${ofStore('store_id', store)} and event <> all(${[...webhookEvents]}::text[])
       order by store_id, id`,
  },
  {
    name: 'journal/numbered',
    sentence: 'No entry of the journal has a number that is still to be given',
    query: store => sql`
      select j.store_id, max(j.id) as last, d.last_entry
        from journal j
        left join dispatch d on d.store_id = j.store_id
       where ${ofStore('j.store_id', store)}
       group by j.store_id, d.last_entry
      having max(j.id) > coalesce(d.last_entry, 0)
       order by j.store_id`,
  },
  {
    name: 'journal/told-to-all',
    sentence: 'Every event has a delivery for each webhook that listened',
    // What is older may be gone, and what is being forgotten at this moment too.
    query: store => sql`
      select j.store_id, j.id, j.event, j.deliveries as listened, count(d.id) as deliveries
        from journal j
        left join deliveries d on d.store_id = j.store_id and d.entry_id = j.id
       where ${ofStore('j.store_id', store)} and j.created_at > now() - interval '29 days'
       group by j.store_id, j.id
      having count(d.id) <> j.deliveries
       order by j.store_id, j.id`,
  },
  {
    name: 'deliveries/called-for',
    sentence: 'What waits to be sent is known to a process, or calls for one when it is due',
    query: store => sql`
      select d.store_id, d.webhook_id, d.id, d.due_at
        from deliveries d
        left join dispatch s on s.store_id = d.store_id
       where ${ofStore('d.store_id', store)} and d.due_at < 'infinity'
         and (s.store_id is null or (s.owner is null and s.due_at > d.due_at))
       order by d.store_id, d.webhook_id, d.id`,
  },
]
