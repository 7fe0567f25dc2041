import { refused } from '@bodega/api'
import Type from 'typebox'
import { drainedAt, type Limits, retryAfter } from '../access/index.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

export interface Attempt {
  /** Who tries what, e.g. `sign-in address 192.0.2.7`. */
  key: string
  limits: Limits
}

/** For what sends mail or makes accounts. */
export const seldom: Limits = { burst: 30, perSecond: 1 / 120 }

const Row = Type.Object({ key: Type.String(), level: Type.Number(), is_admitted: Type.Boolean() })

/**
 * Counts an attempt in every bucket named, before it is made, and refuses it where one of them is full: so a thousand
 * at once, over any number of processes, are no more than the bucket holds.
 */
export async function countAttempt(db: Db, now: Date, attempts: readonly Attempt[]): Promise<void> {
  const wanted = attempts.map(({ key, limits: { burst, perSecond } }) => ({ key, burst, per_second: perSecond }))
  const rows = await db.many(
    Row,
    sql`
      insert into attempts as a (key, level, is_admitted, drained_at)
      select key, 1, true, ${now}::timestamptz
        from jsonb_to_recordset(${json(wanted)}) as w (key text)
       order by key
      on conflict (key) do update set (level, is_admitted, drained_at) = (
        select case when free.level + 1 <= w.burst then free.level + 1 else free.level end, free.level + 1 <= w.burst,
               ${drainedAt(sql`a`, sql`w.burst / w.per_second`)}
          from jsonb_to_recordset(${json(wanted)}) as w (key text, burst float8, per_second float8),
               lateral (select greatest(0, a.level - w.per_second
                          * greatest(0, extract(epoch from excluded.drained_at - a.drained_at)::float8)) as level) free
         where w.key = excluded.key)
      returning key, level, is_admitted`,
  )
  const waits = rows.map(({ key, level, is_admitted }) => {
    const { limits } = attempts.find(attempt => attempt.key === key) ?? {}
    return is_admitted || !limits ? 0 : retryAfter(level, limits)
  })
  const wait = Math.max(...waits)
  if (wait > 0) throw refused(429, `Too many attempts: try again in ${wait} s`, { 'retry-after': String(wait) })
}

export async function forgetAttempts(db: Queries, key: string): Promise<void> {
  await db.run(sql`delete from attempts where key = ${key}`)
}

/** A bucket that nobody has touched for a day is empty. */
export async function sweepAttempts(db: Queries, now: Date): Promise<void> {
  await db.run(sql`delete from attempts where drained_at < ${new Date(now.getTime() - 86_400_000)}`)
}

/** One household has a whole network of IPv6 addresses: it counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^.*:/, '')
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
