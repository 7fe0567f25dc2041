import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../platform/database/migrate.ts'
import { sql } from '../platform/database/sql.ts'
import { open } from '../testing/database.ts'
import { answer, bodega, demoOf, type Env, newFolder, type Served, serve } from '../testing/process.ts'

const call = (url: string, path: string, token: string) =>
  fetch(url + path, { headers: { authentication: `bearer ${token}`, 'user-agent': 'Test (test@example.com)' } })

test('what is not understood, a wrong setting, and a plea for help end before any database is touched', async () => {
  const DATA_DIR = join(newFolder(), 'untouched')
  const help = await bodega(['token', 'create', '--help'], { DATA_DIR })
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: bodega token create'), stderr: '' })
  expect(await bodega(['start', '--fast'], { DATA_DIR })).toEqual({
    code: 1,
    stdout: '',
    stderr: "bodega: unknown option '--fast' (--help shows what there is)\n",
  })
  expect(await bodega(['migrate'], { DATA_DIR, PORT: 'http' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'bodega: PORT must be a number from 1 to 65535, not "http"\n',
  })
  expect(existsSync(DATA_DIR)).toBe(false)
})

describe('on the data of a running server with the embedded database', () => {
  const env: Env = {}
  let server: Served
  beforeAll(async () => {
    env.DATA_DIR = newFolder()
    server = await serve(env)
  })

  test('a store, a partner, an app and tokens are made, and open the API at once', async () => {
    const store = await answer(
      env,
      ...['store', 'create', '--name', 'Açaí & Cia', '--country', 'br', '--owner-email', 'ana@example.com'],
    )
    expect(store).toEqual({
      store_id: expect.any(Number),
      owner: { email: 'ana@example.com', password: expect.stringMatching(/^[\w-]{20}$/) },
    })

    const partner = await answer(
      env,
      ...['partner', 'create', '--email', 'dev@example.com', '--password', 'correct horse'],
    )
    expect(partner).toEqual({ partner_id: expect.any(Number), email: 'dev@example.com', password: 'correct horse' })

    const app = await answer(
      env,
      ...['app', 'create', '--partner-email', 'DEV@example.com', '--name', 'Sync'],
      ...['--redirect-url', 'https://sync.example/callback', '--scopes', 'read_products,write_locations'],
    )
    expect(app).toEqual({ app_id: expect.any(Number), client_secret: expect.stringMatching(/^bcs_\w{38,}$/) })

    const create = ['token', 'create', '--store', String(store.store_id)]
    const first = await answer(env, ...create, '--scopes', 'read_locations', '--app', String(app.app_id))
    const second = await answer(env, ...create, '--scopes', 'read_products', '--app', String(app.app_id))
    const free = await answer(env, ...create, '--scopes', 'all')
    for (const token of [first, second, free]) expect(token).toEqual({ access_token: expect.any(String) })
    expect(new Set([first, second, free].map(({ access_token }) => access_token)).size).toBe(3)

    const path = `/v1/${store.store_id}/store`
    expect((await call(server.url, path, first.access_token)).status).toBe(401)
    expect((await call(server.url, path, second.access_token)).status).toBe(200)
    const reply = await call(server.url, path, free.access_token)
    expect(await reply.json()).toMatchObject({ id: store.store_id, name: { pt: 'Açaí & Cia' }, country: 'BR' })
    const demoToken = demoOf(server.dataDir).access_token
    expect((await call(server.url, path, demoToken)).status).toBe(404)
  })

  test('the settings of a store are shown and changed', async () => {
    const { store_id, access_token } = demoOf(server.dataDir)
    const settings = ['store', 'settings', '--store', String(store_id)]
    expect(await answer(env, ...settings)).toEqual({
      store_id,
      fulfillment_strategy: 'priority',
      plan_name: 'standard',
    })
    const changed = { store_id, fulfillment_strategy: 'fewest_shipments', plan_name: 'plus' }
    expect(await answer(env, ...settings, '--fulfillment-strategy', 'fewest_shipments', '--plan', 'plus')).toEqual(
      changed,
    )
    expect(await answer(env, ...settings)).toEqual(changed)
    const reply = await call(server.url, `/v1/${store_id}/store/settings`, access_token)
    expect(await reply.json()).toEqual({ fulfillment_strategy: 'fewest_shipments' })
    const { code, stderr } = await bodega([...settings, '--fulfillment-strategy', 'cheapest'], env)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^bodega: .*priority, fewest_shipments.*\n$/),
    })
  })

  test('a new password ends the old one and every session', async () => {
    const { password } = await answer(env, 'partner', 'create', '--email', 'lost@example.com')
    const signIn = (word: string) =>
      fetch(`${server.url}/panel/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'lost@example.com', password: word }),
      })
    const cookie = (await signIn(String(password))).headers.get('set-cookie')?.split(';')[0] ?? ''
    const reset = await answer(env, 'account', 'reset-password', '--email', 'LOST@example.com')
    expect((await fetch(`${server.url}/panel/sessions`, { headers: { cookie } })).status).toBe(401)
    expect((await signIn(String(password))).status).toBe(401)
    expect((await signIn(String(reset.password))).status).toBe(200)
    const { code, stderr } = await bodega(['account', 'reset-password', '--email', 'nobody@example.com'], env)
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'bodega: there is no account nobody@example.com\n' })
  })

  test('an account that exists keeps its password, and a wrong one is refused', async () => {
    const create = ['partner', 'create', '--email', 'Twice@example.com']
    const { partner_id, password } = await answer(env, ...create)
    expect(await answer(env, ...create)).toEqual({ partner_id, email: 'Twice@example.com', password: null })
    const again = ['partner', 'create', '--email', 'twice@example.com', '--password']
    expect(await answer(env, ...again, password)).toMatchObject({ partner_id, password })
    expect(await bodega([...again, 'something else'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'bodega: twice@example.com has an account with another password: leave the password out, or give that one\n',
    })
    const store = ['store', 'create', '--name', 'B', '--country', 'AR', '--owner-email', 'twice@example.com']
    expect(await bodega([...store, '--owner-password', 'something else'], env)).toMatchObject({ code: 1, stdout: '' })
    expect(await answer(env, ...store)).toMatchObject({ owner: { email: 'twice@example.com', password: null } })
  })

  test('a partner keeps the name that merchants see where none is given', async () => {
    const create = ['partner', 'create', '--email', 'named@example.com']
    const { partner_id, password } = await answer(env, ...create, '--name', 'Acme')
    const publisher = async () => {
      const reply = await fetch(`${server.url}/panel/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'named@example.com', password }),
      })
      return ((await reply.json()) as { partner: object }).partner
    }
    expect(await answer(env, ...create)).toMatchObject({ partner_id })
    expect(await publisher()).toEqual({ id: partner_id, name: 'Acme' })
    await answer(env, ...create, '--name', 'Acme & Sons')
    expect(await publisher()).toEqual({ id: partner_id, name: 'Acme & Sons' })
  })

  test.each([
    [['token', 'create', '--store', '999', '--scopes', 'all'], 'there is no store 999'],
    [['token', 'create', '--store', '1', '--app', '999', '--scopes', 'all'], 'there is no app 999'],
    [
      ['app', 'create', '--partner-email', 'x@y.example', '--name', 'X', '--redirect-url', 'https://x.example'],
      'there is no partner x@y.example: bodega partner create --email x@y.example',
    ],
    [['verify', '--store', '999'], 'there is no store 999'],
    [['store', 'settings', '--store', '999'], 'there is no store 999'],
  ])('%o: what is not there is said in one line', async (args, line) => {
    const scopes = args[0] === 'app' ? ['--scopes', 'all'] : []
    expect(await bodega([...args, ...scopes], env)).toEqual({ code: 1, stdout: '', stderr: `bodega: ${line}\n` })
  })

  test('there is nothing to migrate, and the server goes on', async () => {
    expect(await answer(env, 'migrate')).toEqual({ version: migrations.at(-1)?.version, applied: [] })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  })
})

describe('where there is no data', () => {
  const store = ['--store', '1']
  test.each([
    [['verify']],
    [['export', 'products', ...store]],
    [['webhooks', 'deliveries', ...store]],
    [['webhooks', 'listen', ...store]],
    [['token', 'create', ...store, '--scopes', 'all']],
    [['backup', '/not/there']],
  ])('%o says so, and makes none', async args => {
    const DATA_DIR = join(newFolder(), 'elsewhere')
    expect(await bodega(args, { DATA_DIR })).toEqual({
      code: 1,
      stdout: '',
      stderr: `bodega: there is no data in ${DATA_DIR}: set the DATA_DIR of the server, or start it there first\n`,
    })
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('an empty database of DATABASE_URL stays empty', async () => {
    const { db, url } = await open(false)
    const env = { DATABASE_URL: url, DATA_DIR: newFolder() }
    const line = 'bodega: the database is empty: start the server on it first\n'
    expect(await bodega(['verify'], env)).toEqual({ code: 1, stdout: '', stderr: line })
    expect(await db.run(sql`select 1 from pg_tables where schemaname = 'public'`)).toBe(0)
  })
})

describe('when no server runs', () => {
  test('webhooks listen does not wait for what nobody sends', async () => {
    const env = { DATA_DIR: newFolder() }
    await bodega(['migrate'], env)
    expect(await bodega(['webhooks', 'listen', '--store', '1'], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'bodega: no server runs on this data, so nothing would be sent: start it first\n',
    })
  })

  test('commands start the embedded database, wait for each other, and leave nothing behind', async () => {
    const env = { DATA_DIR: newFolder() }
    const [first, second] = await Promise.all(
      ['a@example.com', 'b@example.com'].map(email => bodega(['partner', 'create', '--email', email, '--json'], env)),
    )
    const made = [first, second].map(ended => JSON.parse(ended?.stdout ?? ''))
    expect(new Set(made.map(({ partner_id }) => partner_id)).size).toBe(2)
    expect(existsSync(join(env.DATA_DIR, 'postgres.json'))).toBe(false)
  })

  test('migrations that two run at the same moment are applied once, and people read lines', async () => {
    const env = { DATABASE_URL: (await open(false)).url, DATA_DIR: newFolder() }
    const both = await Promise.all([answer(env, 'migrate'), answer(env, 'migrate')])
    expect(both.map(({ version }) => version)).toEqual([migrations.at(-1)?.version, migrations.at(-1)?.version])
    expect(both.flatMap(({ applied }) => applied).sort()).toEqual(migrations.map(({ name }) => name))

    expect((await bodega(['migrate'], env)).stdout).toBe(`version: ${migrations.at(-1)?.version}\napplied: none\n`)
    const store = ['store', 'create', '--name', 'A', '--country', 'AR', '--owner-email', 'a@example.com']
    expect((await bodega([...store, '--owner-password', 'correct horse'], env)).stdout).toBe(
      'store_id: 1\nowner.email: a@example.com\nowner.password: correct horse\n',
    )
    expect((await bodega(store, env)).stdout).toBe(
      'store_id: 2\nowner.email: a@example.com\nowner.password: unchanged\n',
    )
  })
})

describe('start', () => {
  test('in production writes nothing but JSON lines, and makes no demo store', async () => {
    const env = { DATABASE_URL: (await open(false)).url, NODE_ENV: 'production', SECRET_KEY: 'k'.repeat(32) }
    const server = await serve(env)
    const { code, stdout, stderr } = await server.end()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).msg)
    expect(messages).toContain(`ready at ${server.url}`)
    expect(messages.at(-1)).toBe('stopping on SIGTERM')
    expect(existsSync(join(server.dataDir, 'demo.json'))).toBe(false)
  })
})
