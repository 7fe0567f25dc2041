import { Counter, Gauge, type Registry } from 'prom-client'
import Type from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const Backlog = Type.Object({ length: Type.Integer(), age: Type.Number() })

/** What waits to be sent, in all processes, and the age of the oldest; what is suspended waits for something else. */
const backlog = (db: Queries) =>
  db.one(
    Backlog,
    sql`
      select count(*) as length, greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 as age
        from (select created_at from events
               union all
              select created_at from deliveries where due_at is not null and due_at < 'infinity' and webhook_id <> 0) w`,
  )

/** Notifications as Prometheus sees them. Gives what counts an attempt. */
export function webhookMetrics(registry: Registry, db: Queries): (outcome: string) => void {
  const registers = [registry]
  /** Since they were last read: there are thousands in a second, and few who read. */
  const attempts = new Map<string, number>()
  new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a notification, by what came of them',
    labelNames: ['outcome'],
    registers,
    collect() {
      for (const [outcome, count] of attempts) this.inc({ outcome }, count)
      attempts.clear()
    },
  })
  /** Each metric is read by itself, at the same time: both of these by one question. */
  let asked: ReturnType<typeof backlog> | undefined
  const ask = () => {
    asked ??= backlog(db)
      // The others are worth reading even where the database is away.
      .catch(() => ({ length: Number.NaN, age: Number.NaN }))
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  new Gauge({
    name: 'webhook_oldest_undelivered_seconds',
    help: 'Age of the oldest notification that has not been delivered yet',
    registers,
    async collect() {
      this.set((await ask()).age)
    },
  })
  new Gauge({
    name: 'webhook_queue_length',
    help: 'Events that nobody was told of yet, and notifications that wait to be sent',
    registers,
    async collect() {
      this.set((await ask()).length)
    },
  })
  return outcome => attempts.set(outcome, (attempts.get(outcome) ?? 0) + 1)
}
