import { LRUCache } from 'lru-cache'
import Type from 'typebox'
import { Batch, batchSize, inBatches } from '../platform/database/batches.ts'
import type { Queries, Stores } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { drained, type Limits, leaseSize, retryAfter, type Standing, standing } from './bucket.ts'

/** The part of a bucket that this process has taken and not used yet. */
interface Lease {
  /** How many that were, and how many of them are left. */
  granted: number
  left: number
  /** The level of the shared bucket when it was last seen, and when that was. */
  level: number
  seen: number
  leasing: Promise<void> | undefined
}

export type Verdict = Standing & ({ allowed: true } | { allowed: false; retryAfter: number })

/**
 * What is unused after so long goes back: a slow caller must not pay for places it did not use. It gets as many as it used
 * within that time; whoever needs more gets twice as many.
 */
const keptFor = 1000

const Granted = Type.Object({ granted: Type.Integer(), level: Type.Number() })

const day = 86_400_000

/**
 * A bucket that nobody has touched for a day is empty. An index by age would be written with every lease, so all are walked
 * along their key, and those of one store go together.
 */
export function sweepBuckets(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const remove = (after: string) =>
    db.one(
      Batch,
      sql`
        with edge as (
          select store_id from rate_buckets
           where store_id > ${after}::bigint order by store_id, actor limit 1 offset ${batchSize - 1}
        ), gone as (
          delete from rate_buckets
           where store_id > ${after}::bigint and store_id <= coalesce((select store_id from edge), ${Number.MAX_SAFE_INTEGER})
             and drained_at < ${new Date(now.getTime() - day)}
          returning 1
        )
        select (select count(*) from gone) as removed, (select store_id::text from edge) as last`,
    )
  return inBatches('0', remove, signal)
}

/**
 * Until when a bucket is drained: the time of who comes now, or of somebody whose clock is ahead. If it is ahead by more than a
 * full bucket takes, it was wrong, and the bucket would not drain before that time has come.
 */
export const drainedAt = (bucket: Sql, seconds: Sql): Sql => sql`
  case when ${bucket}.drained_at > excluded.drained_at + ${seconds} * interval '1 second' then excluded.drained_at
       else greatest(${bucket}.drained_at, excluded.drained_at) end`

export interface Limiter {
  take(store: number, actor: string, limits: Limits, now: Date): Promise<Verdict>
  /** How it stands as far as this process knows, for a call that costs nothing. */
  look(store: number, actor: string, limits: Limits, now: Date): Standing
}

/** One bucket per store and actor, shared by all processes through small leases: no write per request. */
export function createLimiter(stores: Stores): Limiter {
  const leases = new LRUCache<string, Lease>({ max: 50_000 })

  async function renew(lease: Lease, store: number, actor: string, limits: Limits, now: number): Promise<void> {
    const age = now - lease.seen
    // What was not used drains like what was.
    const back = Math.floor(drained(lease.left, limits.perSecond, age))
    const used = lease.granted - lease.left
    const most = leaseSize(drained(lease.level, limits.perSecond, age) - back, limits)
    const want = Math.min(most, age < keptFor ? 2 * used + 1 : Math.max(1, used))
    const at = new Date(now)
    lease.left = 0
    const shared = await stores.of(store).one(
      Granted,
      sql`
        insert into rate_buckets as b (store_id, actor, level, granted, drained_at)
        values (${store}, ${actor}, ${want}, ${want}, ${at})
        on conflict (store_id, actor) do update set (level, granted, drained_at) = (
          select free.level + least(${want}::int, greatest(0, floor(${limits.burst}::float8 - free.level))),
                 least(${want}::int, greatest(0, floor(${limits.burst}::float8 - free.level))),
                 ${drainedAt(sql`b`, sql`${limits.burst}::float8 / ${limits.perSecond}::float8`)}
            from (select greatest(0, b.level - ${back}::int - ${limits.perSecond}::float8
                           * greatest(0, extract(epoch from excluded.drained_at - b.drained_at)::float8)) as level) free)
        returning granted, level`,
    )
    lease.granted = shared.granted
    lease.left = shared.granted
    lease.level = shared.level
    lease.seen = now
  }

  return {
    async take(store, actor, limits, date) {
      const now = date.getTime()
      const key = `${store}/${actor}`
      let lease = leases.get(key)
      if (!lease) {
        lease = { granted: 0, left: 0, level: 0, seen: 0, leasing: undefined }
        leases.set(key, lease)
      }
      // The clock was set back.
      lease.seen = Math.min(lease.seen, now)
      for (;;) {
        const level = drained(lease.level, limits.perSecond, now - lease.seen)
        if (lease.left > 0 && now - lease.seen < keptFor) {
          lease.left--
          return { allowed: true, ...standing(level - lease.left, limits) }
        }
        // The same subtraction as in the statement above: where the two disagreed, this loop would not end.
        if (lease.left === 0 && limits.burst - level < 1)
          return { allowed: false, ...standing(level, limits), retryAfter: retryAfter(level, limits) }
        lease.leasing ??= renew(lease, store, actor, limits, now).finally(() => {
          if (lease) lease.leasing = undefined
        })
        await lease.leasing
      }
    },
    look(store, actor, limits, now) {
      const lease = leases.peek(`${store}/${actor}`)
      const level = lease ? drained(lease.level, limits.perSecond, now.getTime() - lease.seen) - lease.left : 0
      return standing(Math.max(0, level), limits)
    },
  }
}
