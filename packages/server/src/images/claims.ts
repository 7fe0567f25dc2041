import Type, { type Static } from 'typebox'
import type { Db, Queries, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** An image that this process has taken upon itself to fetch, for a while. */
export type Claim = Static<typeof Claim>
export const Claim = Type.Object({
  store_id: Type.Integer(),
  product_id: Type.Integer(),
  id: Type.Integer(),
  src: Type.String(),
  /** This one included. Also the token of the claim: whoever claims it next has another. */
  fetch_attempts: Type.Integer(),
})

export interface ClaimOptions {
  now: Date
  /** When it comes due again if this process dies. */
  until: Date
  /** The store that was served last. */
  after: number
  limit: number
}

/** The stores of a part in which images wait, found by jumping through the index from one to the next. */
const waitingIn = (part: Sql): Sql => sql`
  (select i.store_id from images i where i.fetch_at is not null and ${part} order by i.store_id limit 1)
   union all
  select n.store_id
    from waiting w
   cross join lateral (select i.store_id from images i
                        where i.fetch_at is not null and i.store_id > w.store_id and ${part} order by i.store_id limit 1) n`

/**
 * Takes what is due, one image of each store in turn, so that a store with a hundred thousand of them does not hold up
 * the others. Stores are looked at from the one that was served last on, and no more of them than it takes: both parts are
 * read as far as something is wanted of them.
 */
export const claimDue = (db: Queries, { now, until, after, limit }: ClaimOptions): Promise<Claim[]> =>
  db.many(
    Claim,
    sql`
      with in_turn as (
        (with recursive waiting as (${waitingIn(sql`i.store_id > ${after}`)}) select store_id from waiting)
         union all
        (with recursive waiting as (${waitingIn(sql`i.store_id <= ${after}`)}) select store_id from waiting)
      ),
      due as materialized (
        select i.store_id, i.product_id, i.id
          from in_turn t
         cross join lateral (
           select store_id, product_id, id from images
            where store_id = t.store_id and fetch_at <= ${now}
            order by fetch_at limit 1 for update skip locked
         ) i
         limit ${limit}
      )
      update images i set fetch_at = ${until}, fetch_attempts = i.fetch_attempts + 1
        from due d
       where i.store_id = d.store_id and i.product_id = d.product_id and i.id = d.id and i.fetch_at <= ${now}
      returning i.store_id, i.product_id, i.id, i.src, i.fetch_attempts`,
  )

/** Still ours: not given another address meanwhile, and not claimed by another process. */
const isHeld = ({ store_id, product_id, id, src, fetch_attempts }: Claim): Sql => sql`
  store_id = ${store_id} and product_id = ${product_id} and id = ${id}
     and src = ${src} and fetch_attempts = ${fetch_attempts} and fetch_at is not null`

/** Ends a claim whose file is here, and says whether it was still ours. The product comes first, as in every write. */
export async function settle(tx: Tx, claim: Claim): Promise<boolean> {
  const { store_id, product_id } = claim
  await tx.run(sql`select from products where store_id = ${store_id} and id = ${product_id} for no key update`)
  return (await tx.run(sql`update images set fetch_at = null where ${isHeld(claim)}`)) > 0
}

/** The next try; without one it is given up. */
export const postpone = (db: Db, claim: Claim, until: Date | null): Promise<number> =>
  db.run(sql`update images set fetch_at = ${until} where ${isHeld(claim)}`)

/** As if it had never been claimed. */
export const giveBack = (db: Db, claim: Claim, now: Date): Promise<number> =>
  db.run(sql`update images set fetch_at = ${now}, fetch_attempts = fetch_attempts - 1 where ${isHeld(claim)}`)

/** Longer than any wait for the next try. */
const longest = 3_600_000

/** What is put off for longer was put off by a clock that was ahead: it is due now. */
export const recallImages = (db: Db, now: Date): Promise<number> =>
  db.run(sql`update images set fetch_at = ${now} where fetch_at > ${new Date(now.getTime() + longest)}`)
