/** Two servers behind a proxy, restarted in turn under load, and a migration while they serve: no request fails. */
import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import { connect, type Db } from '../src/platform/database/database.ts'
import { migrate, migrations } from '../src/platform/database/migrate.ts'
import { sql } from '../src/platform/database/sql.ts'
import { startEmbedded } from '../src/platform/embedded/index.ts'
import { atEnd } from '../src/testing/ending.ts'
import { headersOf, newFolder, slowness } from '../src/testing/process.ts'
import { proxyTo } from './proxy.ts'
import { conclude, type Ending, openStage, type Stage, type Story } from './stage.ts'

const rate = 200
/** Longest that anybody may wait for a lock of a migration, on a machine without other work: twice what it waits itself. */
const lockLimit = 200

/** A machine that cannot answer so many gets no more until it has: what is measured is the restart, not the overload. */
const openLimit = 60

/** So many requests a second, as long as the machine keeps up. Every tenth is an order. */
function load(url: string, { shop, memory }: Stage) {
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  let sent = 0
  /** What was not sent for the sake of the limit. */
  let left = 0
  const headers = headersOf(shop.demo)
  const base = `${url}/v1/${shop.demo.store_id}`

  async function ask(i: number): Promise<void> {
    const isOrder = i % 10 === 0
    const note = `9.${i}`
    const body = JSON.stringify({ products: [{ variant_id: shop.plenty.variant, quantity: 1 }], note })
    const order = { 'content-type': 'application/json', 'idempotency-key': note }
    const sentAt = performance.now()
    const answer = await (isOrder
      ? fetch(`${base}/orders`, { method: 'POST', headers: { ...headers, ...order }, body })
      : fetch(`${base}/${i % 2 ? 'products?per_page=5' : 'store'}`, { headers }))
    const content = (await answer.json()) as { id: number }
    if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(content)}`)
    if (!isOrder) return
    memory.counts.acknowledged++
    memory.orders.set(note, {
      variant: shop.plenty.variant,
      quantity: 1,
      sentAt,
      answer: { kind: 'done', value: content.id },
      cancel: { kind: 'never', sentAt: 0 },
    })
  }

  const since = performance.now()
  const clock = setInterval(() => {
    for (const due = ((performance.now() - since) * rate) / 1000 - left; sent < due; sent++) {
      if (open.size >= openLimit) {
        left += due - sent
        return
      }
      const asking = ask(sent).catch(error => void failures.push(String(error.cause ?? error)))
      open.add(asking)
      void asking.then(() => open.delete(asking))
    }
  }, 5)
  return {
    failures,
    sent: () => sent,
    rate: () => Math.round((sent * 1000) / (performance.now() - since)),
    async stop() {
      clearInterval(clock)
      await Promise.all(open)
    },
  }
}

const Waits = Type.Object({ longest: Type.Number() })

/** The longest that somebody waits for a lock while the work is done, in milliseconds. */
async function longestWait(db: Db, work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      // The time of the statement that asks is taken before it looks, so what began later counts as none.
      const row = await db.one(
        Waits,
        sql`select coalesce(max(extract(epoch from now() - waitstart) * 1000), 0)::float8 as longest
              from pg_locks where not granted and waitstart is not null`,
      )
      longest = Math.max(longest, row.longest)
      await pause(5)
    }
  })()
  const working = work().finally(() => {
    isOver = true
  })
  await Promise.all([working, watching])
  return Math.round(longest)
}

/** What the next release might bring: a column more in a table that everybody writes, while somebody reads it for long. */
async function migrateMeanwhile(db: Db): Promise<number> {
  const version = (migrations.at(-1)?.version ?? 0) + 1
  const next = { version, name: `${version}_next.sql`, text: 'alter table orders add column remark text' }
  const reading = db.tx(async tx => {
    await tx.run(sql`select id from orders limit 1`)
    await pause(2000)
  })
  const [wait] = await Promise.all([longestWait(db, () => migrate(db, [...migrations, next])), reading])
  // So that this release can look at its data again.
  await db.run(sql`alter table orders drop column remark`)
  await db.run(sql`delete from migrations where version = ${version}`)
  return wait
}

export async function rolling(story: Story): Promise<Ending> {
  const embedded = await startEmbedded({ dataDir: newFolder(), log: () => {} })
  atEnd(embedded.stop)
  const same = () => ({})
  const stage = await openStage(embedded.url, story.seed, [same, same])
  const database = connect({ url: embedded.url, size: 4, isPatient: true })
  atEnd(() => database.close())
  const end = performance.now() + story.minutes * 60_000
  const loading = load(await proxyTo(stage.urls), stage)
  let restarts = 0
  while (performance.now() < end) {
    const server = stage.servers[restarts++ % stage.servers.length]
    await server?.end('SIGTERM')
    await server?.restart()
    await pause(500)
    story.say(`${restarts} restarts, ${loading.sent()} requests, ${loading.failures.length} failed`)
  }
  const wait = await migrateMeanwhile(database.everywhere)
  await pause(1000)
  await loading.stop()
  story.say(
    `${loading.sent()} requests at ${loading.rate()} a second, of which ${loading.failures.length} failed; longest wait for a lock of the migration: ${wait} ms`,
  )
  const { others, ...ending } = await conclude(stage, embedded.url)
  others.push(...loading.failures)
  if (wait > lockLimit * (await slowness())) others.push(`somebody waited ${wait} ms for the migration`)
  return { ...ending, others, kills: restarts }
}
