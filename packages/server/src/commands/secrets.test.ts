import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { open, type TestDatabase } from '../testing/database.ts'
import { answer, begin, bodega, type Env, freePort, newFolder, serve } from '../testing/process.ts'

const key = 'k'.repeat(32)
const appOf = (email: string) => [
  ...['app', 'create', '--partner-email', email, '--name', 'Sync'],
  ...['--redirect-url', 'https://sync.example/callback', '--scopes', 'read_products'],
]
const app = appOf('partner@demo.example')

/** In one line, with nothing made, neither in the database nor in the folder. */
async function refuses(args: readonly string[], env: Env): Promise<string> {
  const { code, stdout, stderr } = await bodega(args, env)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^bodega: the secrets of this data are sealed under .+: set that one, or .+\n$/)
  expect(existsSync(join(env.DATA_DIR ?? '', 'secret.key'))).toBe(false)
  return stderr
}

describe('data that was written under a SECRET_KEY', () => {
  let database: TestDatabase
  let env: Env
  beforeAll(async () => {
    database = await open(false)
    env = { DATABASE_URL: database.url, DATA_DIR: newFolder(), PORT: String(await freePort()) }
    await (await serve({ ...env, SECRET_KEY: key })).end()
  })
  const apps = () => database.db.run(sql`select 1 from apps`)

  test.each([
    ['app create', app],
    ['webhooks listen', ['webhooks', 'listen', '--store', '1']],
    ['start', ['start']],
  ])('is not touched by %s without it, or with another one', async (_name, args) => {
    expect(await refuses(args, env)).toContain('under a SECRET_KEY that is not set here:')
    expect(await refuses(args, { ...env, SECRET_KEY: 'o'.repeat(32) })).toContain('under another SECRET_KEY:')
    expect(await apps()).toBe(1)
  })

  test('is read and written with it, and what needs no key asks for none', async () => {
    expect(await answer({ ...env, SECRET_KEY: key }, ...app)).toMatchObject({ app_id: 2 })
    expect(await answer(env, 'verify')).toMatchObject({ ok: true })
    expect(await answer(env, 'token', 'create', '--store', '1', '--scopes', 'all')).toHaveProperty('access_token')
    expect(existsSync(join(env.DATA_DIR ?? '', 'secret.key'))).toBe(false)
  })

  test('comes back from a backup with its key, which the server then asks for', async () => {
    const file = join(newFolder(), 'backup.gz')
    await answer(env, 'backup', file)
    const target = { DATA_DIR: newFolder(), DATABASE_URL: (await open(false)).url, PORT: env.PORT ?? '' }
    // It was there before, without anything in it.
    await (await serve({ ...target, SECRET_KEY: 'o'.repeat(32), DEMO: 'off' })).end()
    const { code, stdout, stderr } = await bodega(['restore', file, '--json'], target)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ secret_key: 'another', rows: { apps: 2 } })
    expect(stderr).toContain('SECRET_KEY that is not set here')
    expect((await begin(target).ended).stderr).toBe(stderr)
    await (await serve({ ...target, SECRET_KEY: key })).end()
  })

  test('comes back without a word of a key where nothing was sealed, and is served with any', async () => {
    const source = { DATABASE_URL: (await open(true)).url, DATA_DIR: newFolder() }
    await answer(source, 'store', 'create', '--name', 'A', '--country', 'AR', '--owner-email', 'a@b.example')
    const file = join(source.DATA_DIR, 'backup.gz')
    await answer({ ...source, SECRET_KEY: 'o'.repeat(32) }, 'backup', file)
    const target = { DATA_DIR: newFolder(), DATABASE_URL: (await open(false)).url, SECRET_KEY: key, DEMO: 'off' }
    expect(await answer(target, 'restore', file)).toMatchObject({ secret_key: 'none', rows: { stores: 1 } })
    await (await serve(target)).end()
  })

  test('gets new secrets where the key is lost', async () => {
    const changed = { ...env, SECRET_KEY: 'n'.repeat(32) }
    expect(await answer(changed, 'secrets', 'renew')).toEqual({ apps: [1, 2] })
    await (await serve(changed)).end()
    await refuses(['start'], { ...env, SECRET_KEY: key })
  })
})

test('several that begin on an empty database at once agree on one key', async () => {
  const env = { DATABASE_URL: (await open(false)).url }
  const [ours, theirs] = [newFolder(), newFolder()]
  await answer(env, 'partner', 'create', '--email', 'a@example.com')
  const folders = [ours, ours, theirs, theirs]
  const ended = await Promise.all(folders.map(DATA_DIR => bodega(appOf('a@example.com'), { ...env, DATA_DIR })))
  expect(new Set([ended[0]?.code, ended[2]?.code])).toEqual(new Set([0, 1]))
  expect([ended[1]?.code, ended[3]?.code]).toEqual([ended[0]?.code, ended[2]?.code])
})

test('a database that cannot be reached leaves no key behind', async () => {
  const DATA_DIR = join(newFolder(), 'untouched')
  const DATABASE_URL = `postgres://someone@127.0.0.1:${await freePort()}/bodega`
  expect((await bodega(app, { DATA_DIR, DATABASE_URL })).stderr).toMatch(/^bodega: DATABASE_URL cannot be used: .*\n$/)
  expect(existsSync(DATA_DIR)).toBe(false)
})
