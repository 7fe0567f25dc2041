import { refused } from '@bodega/api'
import Type from 'typebox'
import { drainedAt, type Limits, retryAfter } from '../access/index.ts'
import { removeOver } from '../platform/database/batches.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export interface Attempt {
  /** Who tries what, e.g. `sign-in address 192.0.2.7`. */
  key: string
  limits: Limits
}

/** For what sends mail or makes accounts. */
export const seldom: Limits = { burst: 30, perSecond: 1 / 120 }

const Row = Type.Object({ level: Type.Number(), is_admitted: Type.Boolean() })

/**
 * Counts an attempt in each bucket named, before it is made, and refuses it at the first that is full: so a thousand at
 * once, over any number of processes, are no more than the bucket holds. What one refuses is nothing to those behind it:
 * name the bucket of who asks before that of whom they ask about, and one stranger fills no more buckets of others, nor
 * rows of ours, than their own lets through.
 */
export async function countAttempt(db: Db, now: Date, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await count(db, now, attempt)
}

async function count(db: Db, now: Date, { key, limits }: Attempt): Promise<void> {
  const { burst, perSecond } = limits
  const { level, is_admitted } = await db.one(
    Row,
    sql`
      insert into attempts as a (key, level, is_admitted, drained_at)
      values (${key}, 1, true, ${now}::timestamptz)
      on conflict (key) do update set (level, is_admitted, drained_at) = (
        select case when free.level + 1 <= ${burst}::float8 then free.level + 1 else free.level end,
               free.level + 1 <= ${burst}::float8, ${drainedAt(sql`a`, sql`${burst / perSecond}::float8`)}
          from (select greatest(0, a.level - ${perSecond}::float8
                  * greatest(0, extract(epoch from excluded.drained_at - a.drained_at)::float8)) as level) free)
      returning level, is_admitted`,
  )
  if (is_admitted) return
  const wait = retryAfter(level, limits)
  throw refused(429, `Too many attempts: try again in ${wait} s`, { 'retry-after': String(wait) })
}

export async function forgetAttempts(db: Queries, key: string): Promise<void> {
  await db.run(sql`delete from attempts where key = ${key}`)
}

/** A bucket that nobody has touched for a day is empty. */
export function sweepAttempts(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const isOver = sql`drained_at < ${new Date(now.getTime() - 86_400_000)}`
  return removeOver(db, { table: 'attempts', key: ['key'], isOver }, signal)
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
