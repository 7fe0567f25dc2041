import { beforeAll, describe, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { raw } from '../platform/database/sql.ts'
import { open } from '../testing/database.ts'
import { bodega, newFolder } from '../testing/process.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { checks } from './verify.ts'

/** How each rule is broken by hand, past the constraints of the database where there is one. */
const damage: Record<string, (store: number) => string> = {
  'stores/main-language-is-active': store => `update stores set main_language = 'en' where id = ${store}`,
  'accounts/members-exist': store => `
    alter table members drop constraint members_account_id_fkey;
    insert into members (store_id, account_id, role, created_at) values (${store}, 4711, 'owner', now())`,
  'accounts/stores-have-owners': store => `
    with made as (insert into accounts (email, name, password_hash, created_at)
                  values ('staff@test.example', 'Staff', 'none', now()) returning id)
    insert into members (store_id, account_id, role, created_at) select ${store}, id, 'staff', now() from made`,
  'apps/known-scopes': store => `
    update apps set scopes = '["write_moon"]' where id in (select app_id from installations where store_id = ${store})`,
  'apps/tokens-are-installed': store => `
    alter table tokens drop constraint tokens_of_installations;
    update tokens set app_id = 4711 where store_id = ${store}`,
  'apps/left-nothing-behind': store => `
    with gone as (delete from installations where store_id = ${store} returning app_id),
         departed as (insert into departures (store_id, app_id, left_at) select ${store}, app_id, now() from gone)
    insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
    select ${store}, 'app:' || app_id, 'order/created', 'https://hooks.example', '{}', '{}', now(), now() from gone`,
  'tokens/one-per-app': store => `
    drop index tokens_one_per_app;
    insert into tokens (store_id, hash, app_id, name, scopes, created_at)
    select store_id, 'other', app_id, name, scopes, created_at from tokens where store_id = ${store}`,
  'tokens/known-scopes': store => `update tokens set scopes = '["write_moon"]' where store_id = ${store}`,
  'locations/dense-priorities': store => `update locations set priority = 7 where priority = 1 and store_id = ${store}`,
  'locations/one-default': store => `
    alter table locations alter is_default drop expression;
    update locations set is_default = false where store_id = ${store}`,
  'events/known-names': store => `update events set event = 'moon/landed' where store_id = ${store}`,
  'requests/keys-have-answers': store => `
    insert into idempotency_keys (store_id, actor, key, fingerprint, created_at)
    values (${store}, 'app:1', 'torn', 'x', now())`,
}

test('names of checks are unique, and say where they belong', () => {
  const names = checks.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z-]+\/[a-z-]+$/)
})

describe('two stores in order', () => {
  let one: TestStore
  let other: TestStore
  beforeAll(async () => {
    one = await store()
    other = await store()
    for (const { client } of [one, other]) {
      for (let i = 0; i < 3; i++) await client.locations.create({ body: aLocation() })
    }
  })

  test('break no rule', async () => {
    expect(await findBroken(one.db, checks)).toEqual([])
    expect(await findBroken(one.db, checks, one.id)).toEqual([])
  })

  test.each(Object.entries(damage))('break one when damaged: %s', async (name, statements) => {
    const [all, inOne, inOther] = await undone(one.db, async tx => {
      await tx.script(statements(one.id))
      return [
        await findBroken(tx, checks),
        await findBroken(tx, checks, one.id),
        await findBroken(tx, checks, other.id),
      ]
    })
    expect(all).toEqual([
      {
        name,
        sentence: expect.any(String),
        count: expect.any(Number),
        examples: expect.arrayContaining([expect.objectContaining({ store_id: one.id })]),
      },
    ])
    expect(inOne).toEqual(all)
    expect(inOther).toEqual([])
  })

  test('break one when there are rows of a store that does not exist', async () => {
    const broken = await undone(one.db, async tx => {
      await tx.script(`
        insert into events (store_id, event, payload, created_at) values (4711, 'product/created', '{}', now());
        insert into stock_movements (store_id, variant_id, location_id, delta, level_after, cause, actor, created_at)
        values (4711, 1, 'none', 0, 0, 'api', 'app:1', now())`)
      return findBroken(tx, checks)
    })
    const examples = ['event', 'stock movement'].map(kind => ({ kind, store_id: 4711 }))
    expect(broken).toMatchObject([{ name: 'stores/rows-of-stores', count: 2, examples }])
  })
})

/** What the body gives, in a transaction that is undone: so that each damage meets data in order. */
async function undone<T extends unknown[]>(db: Db, body: (tx: Tx) => Promise<T>): Promise<T | never[]> {
  let result: T | never[] = []
  const undo = new Error('undo')
  await expect(
    db.tx(async tx => {
      result = await body(tx)
      throw undo
    }),
  ).rejects.toBe(undo)
  return result
}

describe('bodega verify', () => {
  test('says that all is well, or what is not with ten examples and the exit code 1', async () => {
    const { db, url } = await open(true)
    const env = { DATABASE_URL: url, DATA_DIR: newFolder() }
    const create = ['store', 'create', '--name', 'A', '--country', 'AR', '--owner-email', 'a@example.com']
    await bodega(create, env)
    await bodega(create, env)
    expect(await bodega(['verify'], env)).toEqual({
      code: 0,
      stdout: `all ${checks.length} checks hold\n`,
      stderr: '',
    })

    const insert = 'insert into events (store_id, event, payload, created_at)'
    await db.run(raw(`${insert} select 1, 'moon/landed', '{}', now() from generate_series(1, 12)`))
    const { code, stdout, stderr } = await bodega(['verify'], env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe('broken: events/known-names, 12 rows. The journal holds events of the contract only.')
    expect(lines[1]).toBe('  {"id":1,"event":"moon/landed","store_id":1}')
    expect(lines.slice(11)).toEqual(['  and 2 more', `1 of ${checks.length} checks broken`])

    const inOne = await bodega(['verify', '--store', '1', '--json'], env)
    expect(inOne.code).toBe(1)
    expect(JSON.parse(inOne.stdout)).toMatchObject({
      ok: false,
      checks: checks.length,
      broken: [{ name: 'events/known-names', count: 12 }],
    })
    const inOther = await bodega(['verify', '--store', '2', '--json'], env)
    expect(inOther.code).toBe(0)
    expect(JSON.parse(inOther.stdout)).toEqual({ ok: true, checks: checks.length, broken: [] })
  })
})
