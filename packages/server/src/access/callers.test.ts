import { expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { store } from '../testing/store.ts'
import { createCallers } from './callers.ts'
import { newSecret } from './secrets.ts'
import { issueToken, revokeToken } from './tokens.ts'

/** A clock that the test moves, and a database that counts what it is asked. */
function counted(db: Db) {
  const state = { time: 0, queries: 0 }
  const watched: Db = {
    ...db,
    maybe: (schema, query) => {
      state.queries++
      return db.maybe(schema, query)
    },
  }
  return { state, callers: createCallers({ of: () => watched }, () => state.time) }
}

test('a token is its store, its app, and all that its scopes imply', async () => {
  const { db, token, id, appId } = await store({ scopes: ['write_products'], country: 'AR', languages: ['pt', 'en'] })
  const { callers } = counted(db)
  expect(await callers.find(token)).toEqual({
    store: { id, country: 'AR', main_language: 'es', main_currency: 'ARS', languages: ['es', 'en', 'pt'] },
    rate_factor: 1,
    is_suspended: false,
    app_id: appId,
    actor: `app:${appId}`,
    scopes: new Set(['write_products', 'read_products', 'read_locations']),
    trustedUntil: 250,
  })
})

test('D28: a token made in the store admin is an actor of its own', async () => {
  const { db, id, world } = await store()
  const made = await db.tx(tx => issueToken(tx, world, id, { app: null, name: 'Mine', scopes: ['read_orders'] }))
  const { callers } = counted(db)
  expect(made).toMatch(/^bst_/)
  expect(await callers.find(made)).toMatchObject({ app_id: null, actor: expect.stringMatching(/^token:\d+$/) })
})

test('a revoked token is refused after a quarter of a second, by every process', async () => {
  const { db, token, id, appId } = await store()
  const [one, other] = [counted(db), counted(db)]
  expect(await one.callers.find(token)).toBeDefined()
  other.state.time = 100
  expect(await other.callers.find(token)).toBeDefined()

  await db.tx(tx => revokeToken(tx, id, appId))

  one.state.time = 250
  other.state.time = 350
  expect(await one.callers.find(token)).toBeUndefined()
  expect(await other.callers.find(token)).toBeUndefined()
  const fresh = counted(db)
  expect(await fresh.callers.find(token)).toBeUndefined()
})

test('until then it is trusted without a query', async () => {
  const { db, token } = await store()
  const { state, callers } = counted(db)
  await Promise.all(Array.from({ length: 50 }, () => callers.find(token)))
  state.time = 249
  expect(await callers.find(token)).toBeDefined()
  expect(state.queries).toBe(1)
  state.time = 250
  await callers.find(token)
  expect(state.queries).toBe(2)
})

test('compatibility 28: a new token for app and store ends the old one', async () => {
  const { db, token, id, appId, world } = await store()
  const fresh = await db.tx(tx => issueToken(tx, world, id, { app: appId, name: 'App', scopes: ['read_orders'] }))
  const { callers } = counted(db)
  expect(await callers.find(token)).toBeUndefined()
  expect((await callers.find(fresh))?.scopes).toEqual(new Set(['read_orders', 'read_fulfillment_orders']))
})

test('a string that is no token costs no query, one that could be costs one each time', async () => {
  const { db, id, world } = await store()
  const { state, callers } = counted(db)
  for (const text of ['', 'x', 'null', 'bat_1_short', 'x'.repeat(10_000)])
    expect(await callers.find(text)).toBeUndefined()
  expect(state.queries).toBe(0)
  const unknown = newSecret(world, 'bat', id)
  expect(await callers.find(unknown)).toBeUndefined()
  // What is not there may come to be at any moment, so its absence is not remembered.
  expect(await callers.find(unknown)).toBeUndefined()
  expect(state.queries).toBe(2)
})

test('a database that cannot be asked is no reason to remember a refusal', async () => {
  const { db, token } = await store()
  let isBroken = true
  const breaking: Db = {
    ...db,
    maybe: (schema, query) => (isBroken ? Promise.reject(new Error('gone')) : db.maybe(schema, query)),
  }
  const callers = createCallers({ of: () => breaking }, () => 0)
  await expect(callers.find(token)).rejects.toThrow('gone')
  isBroken = false
  expect(await callers.find(token)).toBeDefined()
})

test('a scope that the contract does not know opens nothing', async () => {
  const { db, token, id } = await store()
  await db.run(sql`update tokens set scopes = '["read_orders", "write_everything"]' where store_id = ${id}`)
  const { callers } = counted(db)
  expect((await callers.find(token))?.scopes).toEqual(new Set(['read_orders', 'read_fulfillment_orders']))
})
