/** What a member asks of the panel about the store is held by both walls, people and apps included. */
import { randomUUID } from 'node:crypto'
import { type PanelEndpoint, panelContract } from '@bodega/api/panel'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { addMember } from '../accounts/index.ts'
import { installWithToken } from '../apps/index.ts'
import type { Database, Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { anApp, merchant } from '../testing/apps.ts'
import { database } from '../testing/database.ts'
import { signedUp } from '../testing/people.ts'
import { app, testWorld } from '../testing/store.ts'

/** Not what is behind `do update`, and neither a function nor a column. */
const named = /\b(?:from|join|into|update)\s+(?!set\b)([a-z_]+)\b(?![.(])/g

/** The tables that statements name which see the rows of all stores. */
function watched({ everywhere, ...rest }: Database): { watchedDatabase: Database; seen: Set<string> } {
  const seen = new Set<string>()
  const note = (query: Sql) => {
    for (const [, table = ''] of query.text.matchAll(named)) seen.add(table)
    return query
  }
  const watching: Db = {
    ...everywhere,
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

/** Who is there, and whether as a member; and how often they have mail sent. */
const door = ['accounts', 'attempts', 'members', 'partners', 'sessions']

const ofMembers = Object.entries(panelContract).flatMap(([part, endpoints]) =>
  Object.entries(endpoints as Record<string, PanelEndpoint>)
    .filter(([, { access }]) => access === 'member' || access === 'owner')
    .map(([name]) => `${part}.${name}`),
)

const Id = Type.Object({ id: Type.Integer() })

test('whatever a member asks, all stores are seen only to know who asks', async () => {
  const { watchedDatabase, seen } = watched((await database()).database)
  const { db } = await database()
  const world = testWorld()
  const server = await app({ database: watchedDatabase, world })
  const { owner, store } = await merchant(server)
  const { app_id } = await anApp()
  await db.tx(tx => installWithToken(tx, world, store, { app: app_id, name: 'Robot', scopes: ['read_orders'] }))
  const { id: webhook_id } = await db.one(
    Id,
    sql`insert into webhooks (store_id, actor, scopes, event, url, headers, created_at, updated_at)
        values (${store}, ${`app:${app_id}`}, '{}', 'order/created', 'https://app.example/hook', '{}', now(), now()) returning id`,
  )
  const colleague = (await signedUp(server)).session().account
  const account_id = colleague?.id ?? 0
  await db.tx(tx => addMember(tx, world.now(), store, account_id, 'staff'))
  const customer_id = (await owner.client(store).customers.create({ body: { name: 'Ana', email: 'ana@example.com' } }))
    .id
  const { panel } = owner
  const params = { store_id: store }
  const ofApp = { ...params, app_id }
  let token = 0
  let invitation = 0
  const asked: Record<string, () => Promise<unknown>> = {
    'stores.update': () => panel.stores.update({ params, body: { name: { pt: 'Loja' } } }),
    'stores.plan': () => panel.stores.plan({ params }),
    'storeEvents.list': () => panel.storeEvents.list({ params }),
    'storeEvents.deliveries': () => panel.storeEvents.deliveries({ params: { ...params, id: 1 } }),
    'storeWebhooks.list': () => panel.storeWebhooks.list({ params: ofApp }),
    'storeWebhooks.deliveries': () => panel.storeWebhooks.deliveries({ params: { ...ofApp, webhook_id } }),
    'storeWebhooks.replay': () =>
      expect(panel.storeWebhooks.replay({ params: { ...ofApp, webhook_id, id: randomUUID() } })).rejects.toMatchObject({
        status: 404,
      }),
    'storeTokens.create': async () => {
      token = (await panel.storeTokens.create({ params, body: { name: 'ERP', scopes: ['read_products'] } })).id
    },
    'storeTokens.list': () => panel.storeTokens.list({ params }),
    'storeTokens.webhookSecret': () => panel.storeTokens.webhookSecret({ params: { ...params, id: token } }),
    'storeTokens.revoke': () => panel.storeTokens.revoke({ params: { ...params, id: token } }),
    'members.list': () => panel.members.list({ params }),
    'members.update': () => panel.members.update({ params: { ...params, account_id }, body: { role: 'owner' } }),
    'members.remove': () => panel.members.remove({ params: { ...params, account_id } }),
    'members.invite': async () => {
      invitation = (await panel.members.invite({ params, body: { email: 'eva@example.com', role: 'staff' } })).id
    },
    'members.invitations': () => panel.members.invitations({ params }),
    'members.withdraw': () => panel.members.withdraw({ params: { ...params, id: invitation } }),
    'storePrivacy.redact': () => panel.storePrivacy.redact({ params: { ...params, customer_id } }),
    'storePrivacy.requestData': () => panel.storePrivacy.requestData({ params: { ...params, customer_id } }),
    'storeApps.list': () => panel.storeApps.list({ params }),
    'storeApps.available': () => panel.storeApps.available({ params }),
    'storeApps.sessionToken': () => panel.storeApps.sessionToken({ params: ofApp }),
    'storeApps.uninstall': () => panel.storeApps.uninstall({ params: ofApp }),
  }
  expect(Object.keys(asked).sort()).toEqual(ofMembers.sort())
  for (const [name, ask] of Object.entries(asked)) {
    seen.clear()
    await ask()
    expect(
      [...seen].filter(table => !door.includes(table)),
      name,
    ).toEqual([])
  }
})
