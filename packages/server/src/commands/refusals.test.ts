import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../platform/database/migrate.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { open } from '../testing/database.ts'
import { atEnd } from '../testing/ending.ts'
import { begin, bodega, freePort, newFolder } from '../testing/process.ts'

const env: Record<string, string> = {}
beforeAll(async () => {
  Object.assign(env, { PORT: String(await freePort()), DATA_DIR: newFolder() })
})

/** What `start` says when it does not: one line, and the exit code 1. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await begin({ ...env, ...settings }).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^bodega: .+\n$/)
  return stderr.slice('bodega: '.length, -1)
}

describe('a wrong setting stops the start', () => {
  // The table of all settings is in config.test.ts.
  test.each([
    [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535, not "http"'],
    [{ LOG_LEVEL: 'two\nlines' }, /^LOG_LEVEL must be one of .*, not "two lines"$/],
    [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is open to the network, but there is no TLS: .*ALLOW_PLAIN_HTTP=on$/],
    [{ TLS_CERT: '/nowhere/cert.pem' }, /^TLS_CERT cannot be read: ENOENT/],
    [{ DATA_DIR: '/proc/foo' }, /^DATA_DIR cannot be used: ENOENT/],
    [{ DATA_DIR: '/proc/foo', SECRET_KEY: 'k'.repeat(32) }, /^DATA_DIR cannot be used: ENOENT/],
    [{ DATA_DIR: '/proc/1' }, /^The embedded database in \/proc\/1 cannot be used: E/],
    [{ NODE_ENV: 'production' }, /^SECRET_KEY is required with NODE_ENV=production/],
  ])('%o', async (settings, line) => {
    expect(await refusal(settings)).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
  })
})

test('a folder that takes no images is no DATA_DIR, although the database is elsewhere', async () => {
  const { url } = await open(true)
  // Closed to root, too.
  const line = await refusal({ DATABASE_URL: url, DATA_DIR: '/proc/sys', SECRET_KEY: 'k'.repeat(32), DEMO: 'off' })
  expect(line).toMatch(/^DATA_DIR cannot be used: E/)
})

test('an address that this machine does not have is no place to listen', async () => {
  const { url } = await open(true)
  const line = await refusal({ DATABASE_URL: url, HOST: '198.51.100.77', ALLOW_PLAIN_HTTP: 'on' })
  expect(line).toMatch(/^HOST 198\.51\.100\.77 cannot be listened on: .*EADDRNOTAVAIL/)
})

const tls = (part: 'cert' | 'key') => new URL(`../testing/tls.${part}.pem`, import.meta.url)

/** Something on all addresses of this machine that speaks TLS as PostgreSQL does, and says nothing more. */
async function openToTls(): Promise<string> {
  const [cert, key] = [readFileSync(tls('cert')), readFileSync(tls('key'))]
  const server = createServer(socket => {
    socket.on('error', () => {})
    // Yes to the question whether TLS is spoken, and then it is.
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {})
    })
  }).listen(0, '0.0.0.0')
  atEnd(async () => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `postgres://someone@127.0.0.1:${port}/bodega`
}

describe('a database that cannot be used stops the start', () => {
  test('because nobody is there', async () => {
    const port = await freePort()
    const line = await refusal({ DATABASE_URL: `postgres://someone:passw0rd@localhost:${port}/bodega` })
    expect(line).toMatch(/^DATABASE_URL cannot be used: .*ECONNREFUSED/)
    expect(line).not.toContain('passw0rd')
  })

  test('because its name is unknown', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://someone:passw0rd@database.invalid/bodega' })
    expect(line).toMatch(/^DATABASE_URL cannot be used: .*database\.invalid/)
  })

  test('because of the password', async () => {
    const url = new URL((await open(true)).url)
    url.password = 'passw0rd'
    const line = await refusal({ DATABASE_URL: url.href })
    expect(line).toMatch(/^DATABASE_URL cannot be used: password authentication failed for user "bodega"$/)
  })

  test('because it asks for a password and is given none', async () => {
    const url = new URL((await open(true)).url)
    url.password = ''
    expect(await refusal({ DATABASE_URL: url.href })).toMatch(
      /^DATABASE_URL cannot be used: .*\(PostgreSQL asks for a password, and there is none in it\)$/,
    )
  })

  test('because it speaks no TLS', async () => {
    const url = new URL((await open(true)).url)
    url.searchParams.set('sslmode', 'require')
    expect(await refusal({ DATABASE_URL: url.href })).toBe(
      'DATABASE_URL cannot be used: The server does not support SSL connections',
    )
  })

  test('because nobody knows who signed its certificate', async () => {
    expect(await refusal({ DATABASE_URL: `${await openToTls()}?sslmode=require` })).toMatch(
      /^DATABASE_URL cannot be used: self-signed certificate.* \(sslrootcert=FILE .*sslmode=no-verify/,
    )
  })

  test('because its certificate names another host', async () => {
    const url = `${await openToTls()}?sslmode=require&sslrootcert=${fileURLToPath(tls('cert'))}`
    expect(await refusal({ DATABASE_URL: url.replace('127.0.0.1', '127.0.0.2') })).toMatch(
      /^DATABASE_URL cannot be used: Hostname\/IP does not match .*\(name the host as its certificate does; .*\)$/,
    )
  })

  test('because it does not exist', async () => {
    const url = new URL((await open(true)).url)
    url.pathname = '/elsewhere'
    expect(await refusal({ DATABASE_URL: url.href })).toBe(
      'DATABASE_URL cannot be used: database "elsewhere" does not exist',
    )
  })

  test('because it is too old', async () => {
    const { db, url } = await open(true)
    await db.run(raw(`create function version() returns text language sql as $$ select 'PostgreSQL 14.9 on x' $$`))
    await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`))
    expect(await refusal({ DATABASE_URL: url })).toBe(
      'DATABASE_URL cannot be used: it is PostgreSQL 14, and 15 or newer is needed',
    )
  })

  test('because it takes no writes', async () => {
    const { db, url } = await open(false)
    await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`))
    expect(await refusal({ DATABASE_URL: url })).toMatch(/^the database refuses: .*read-only transaction$/)
  })

  test('because a newer release has been there, and commands do not touch it either', async () => {
    const { db, url } = await open(true)
    await db.run(sql`insert into migrations (version, name) values (9999, '9999_future.sql')`)
    const known = migrations.at(-1)?.version
    const line = `the database is at migration 9999, this release knows ${known}: start a newer release, or restore a backup`
    expect(await refusal({ DATABASE_URL: url })).toBe(line)
    expect(await bodega(['migrate'], { ...env, DATABASE_URL: url })).toEqual({
      code: 1,
      stdout: '',
      stderr: `bodega: ${line}\n`,
    })
  })
})
