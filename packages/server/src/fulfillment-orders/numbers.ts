import { type Fulfillment, MaybeText } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Where something happened, in the words of the legacy form. */
export type Where = Pick<Fulfillment, 'city' | 'province' | 'country'>

const Numbered = Type.Object({
  id: Type.Integer(),
  tracking_event_id: Type.String(),
  city: MaybeText,
  province: MaybeText,
  country: MaybeText,
})
export type Numbered = Static<typeof Numbered>

const nowhere: Where = { city: null, province: null, country: null }

/** Every tracking event has a number, however it was made, so that both forms show the same events. */
export const number = (
  { tx, store }: Write,
  order: number,
  event: string,
  { city, province, country } = nowhere,
): Promise<Numbered> =>
  tx.one(
    Numbered,
    sql`
      insert into fulfillments (store_id, order_id, tracking_event_id, city, province, country)
      values (${store.id}, ${order}, ${event}, ${city}, ${province}, ${country})
      on conflict (store_id, order_id, tracking_event_id) do update
         set city = excluded.city, province = excluded.province, country = excluded.country
      returning id, tracking_event_id, city, province, country`,
  )

export async function forget({ tx, store }: Write, order: number, events: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from fulfillments
     where store_id = ${store.id} and order_id = ${order} and tracking_event_id = any(${events}::text[])`)
}

/** The numbers of all events of an order, the oldest first. */
export const numbersOf = (db: Queries, store: number, order: number): Promise<Numbered[]> =>
  db.many(
    Numbered,
    sql`
      select id, tracking_event_id, city, province, country from fulfillments
       where store_id = ${store} and order_id = ${order}
       order by id`,
  )
