/** What keeps a delivery from being sent: each rule once for rows, and once for what is in memory. */
import { isSuspended } from '../access/index.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** What a webhook is told waits while its app or store is suspended, but for what tells of just that. */
export const isSilenced = (row: Sql): Sql => sql`
  (${row}.event not like 'app/%' and ${isSuspended(sql`${row}.store_id`, sql`${row}.actor`)})`

/** Of deliveries, also what the law demands is sent all the same. */
export const isHeld = (delivery: Sql): Sql => sql`(${delivery}.webhook_id <> 0 and ${isSilenced(delivery)})`

/** The same of one that is in memory. */
export const isHeldBack = (
  { store_id, webhook_id, event, actor }: { store_id: number; webhook_id: number; event: string; actor: string },
  isSuspended: (store: number, actor: string) => boolean,
): boolean => webhook_id !== 0 && !event.startsWith('app/') && isSuspended(store_id, actor)

/** Whether its webhook was removed: there is nothing to wait for. */
export const isGone = (delivery: Sql): Sql => sql`
  (${delivery}.webhook_id <> 0 and ${delivery}.target is null
   and not exists (select 1 from webhooks w where w.store_id = ${delivery}.store_id and w.id = ${delivery}.webhook_id))`

/** The same of one that is in memory. What tells an app that it left has an address of its own. */
export const isOrphan = (
  { webhook_id, event }: { webhook_id: number; event: string },
  isThere: (webhook: number) => boolean,
): boolean => webhook_id !== 0 && event !== 'app/uninstalled' && !isThere(webhook_id)
