/** What a member asks of the panel about the store is held by both walls; people and apps belong to no store. */
import Type from 'typebox'
import { expect, test } from 'vitest'
import type { Database, Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { app } from '../testing/store.ts'

/** The tables that statements name which see the rows of all stores. */
function watched({ everywhere, ...rest }: Database): { watchedDatabase: Database; seen: Set<string> } {
  const seen = new Set<string>()
  const note = (query: Sql) => {
    for (const [, table = ''] of query.text.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g)) seen.add(table)
    return query
  }
  const watching: Db = {
    many: (schema, query) => everywhere.many(schema, note(query)),
    maybe: (schema, query) => everywhere.maybe(schema, note(query)),
    one: (schema, query) => everywhere.one(schema, note(query)),
    run: query => everywhere.run(note(query)),
    tx: (body, how) => {
      seen.add('a transaction')
      return everywhere.tx(body, how)
    },
  }
  return { watchedDatabase: { ...rest, everywhere: watching }, seen }
}

/** Who is there, and whether as a member. */
const door = ['accounts', 'members', 'partners', 'sessions']

test('events, webhooks, tokens and the store itself: all stores are seen only to know who asks', async () => {
  const { watchedDatabase, seen } = watched((await database()).database)
  const { db } = await database()
  const server = await app({ database: watchedDatabase })
  const { owner, store } = await merchant(server)
  const { id: webhook_id } = await db.one(
    Type.Object({ id: Type.Integer() }),
    sql`insert into webhooks (store_id, actor, scopes, event, url, headers, created_at, updated_at)
        values (${store}, 'app:7', '{}', 'order/created', 'https://app.example/hook', '{}', now(), now()) returning id`,
  )
  const params = { store_id: store }
  const ofApp = { ...params, app_id: 7 }
  const { panel } = owner
  const asked: Record<string, () => Promise<unknown>> = {
    'storeEvents.list': () => panel.storeEvents.list({ params }),
    'storeEvents.deliveries': () => panel.storeEvents.deliveries({ params: { ...params, id: 1 } }),
    'storeWebhooks.list': () => panel.storeWebhooks.list({ params: ofApp }),
    'storeWebhooks.deliveries': () => panel.storeWebhooks.deliveries({ params: { ...ofApp, webhook_id } }),
    'storeTokens.create': () => panel.storeTokens.create({ params, body: { name: 'ERP', scopes: ['read_products'] } }),
    'stores.update': () => panel.stores.update({ params, body: { name: { pt: 'Loja' } } }),
    'stores.plan': () => panel.stores.plan({ params }),
  }
  for (const [name, ask] of Object.entries(asked)) {
    seen.clear()
    await ask()
    expect(
      [...seen].filter(table => !door.includes(table)),
      name,
    ).toEqual([])
  }
  seen.clear()
  await panel.members.list({ params })
  expect([...seen].sort()).toEqual(door)
})
