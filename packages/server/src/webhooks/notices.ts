import Type, { type Static } from 'typebox'
import { appActorIn } from '../access/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { ring } from './ring.ts'

/** A buyer, as a notice names one. */
export interface Person {
  id: number
  email: string | null
  phone: string | null
  identification: string | null
}

/** Notices about personal data, which go to addresses of the app itself (contract: webhooks 5.1). */
export interface Notices {
  'store/redact': Record<never, never>
  'customers/redact': { customer: Person; orders_to_redact: number[] }
  'customers/data_request': {
    customer: Person
    orders_requested: number[]
    checkouts_requested: number[]
    drafts_orders_requested: number[]
    data_request: { id: number }
  }
}

/** Where a notice goes: an app and the address that it gave for it. */
export interface Addressee {
  app: number
  url: string
}

/** Puts a notice on its way to apps, at once or at a later time. Being suspended does not hold it up. */
export async function sendNotice<N extends keyof Notices>(
  tx: Tx,
  now: Date,
  store: number,
  { notice, payload, to, at }: { notice: N; payload: Notices[N]; to: readonly Addressee[]; at?: Date },
): Promise<void> {
  if (to.length === 0) return
  await tx.run(sql`
    insert into deliveries (store_id, webhook_id, actor, event, payload, target, due_at, created_at)
    select ${store}, 0, ${appActorIn(sql`t.app`)}, ${notice}, ${json(payload)}, jsonb_build_object('url', t.url),
           ${at ?? '-infinity'}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${json(to)}) as t (app bigint, url text)`)
  await ring(tx, store, at)
}

const Waiting = Type.Object({ apps: Type.Integer(), send_at: Type.String() })

/** A notice about a customer that is still to be sent: when, and to how many apps. */
export async function waitingNotice(
  tx: Tx,
  store: number,
  notice: keyof Notices,
  customer: number,
): Promise<Static<typeof Waiting> | undefined> {
  return tx.maybe(
    Waiting,
    sql`
      select count(*) as apps, greatest(min(due_at), min(created_at)) as send_at
        from deliveries
       where store_id = ${store} and webhook_id = 0 and due_at is not null and event = ${notice}
         and payload -> 'customer' -> 'id' = to_jsonb(${customer}::bigint)
      having count(*) > 0`,
  )
}

const Numbered = Type.Object({ number: Type.Integer() })

/** A number that this store gives once: it is one of the journal's, which then has a gap. */
export async function nextNumber(tx: Tx, store: number): Promise<number> {
  const { number } = await tx.one(
    Numbered,
    sql`
      insert into dispatch as d (store_id, last_entry) values (${store}, 1)
      on conflict (store_id) do update set last_entry = d.last_entry + 1
      returning last_entry as number`,
  )
  return number
}
