import { generateKeyPairSync } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './platform/environment.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bodega config ')))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const fixture = (name: string) => fileURLToPath(new URL(`./testing/${name}`, import.meta.url))
const cert = fixture('tls.cert.pem')
const key = fixture('tls.key.pem')
const otherKey = file(
  'other.pem',
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })),
)
const garbage = file('garbage.pem', 'dear reader')
const missing = join(folder, 'missing.pem')

const settings = (env: Record<string, string>) => readConfig({ DATA_DIR: join(folder, 'data'), ...env })

/** Every setting that can be wrong, in every way that it can be: the line begins with the name. */
const wrong: [name: string, env: Record<string, string>][] = [
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '192.0.2.1' }],
  ['HOST', { HOST: 'example.com' }],
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '0' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '80.5' }],
  ['PORT', { PORT: '80 81' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/bodega' }],
  ['DATABASE_URL', { DATABASE_URL: 'localhost' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost:port/bodega' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a:5432,b:port/bodega' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a,b/bodega?target_session_attrs=any' }],
  ['DATABASE_URL', { DATABASE_URL: `postgres://localhost/bodega?sslrootcert=${missing}` }],
  ['DATA_DIR', { DATA_DIR: garbage }],
  ['DATA_DIR', { DATA_DIR: join(garbage, 'inside') }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'api.example.com' }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'https://api.example.com,ftp://api.example.com' }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'https://api.example.com/v1' }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'https://api.example.com?v=1' }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'https://api.example.com/#v1' }],
  ['PUBLIC_URLS', { PUBLIC_URLS: 'https://shop@api.example.com' }],
  ['SECRET_KEY', { SECRET_KEY: 'too short' }],
  ['SECRET_KEY', { NODE_ENV: 'production' }],
  ['TLS_KEY', { TLS_CERT: cert }],
  ['TLS_CERT', { TLS_KEY: key }],
  ['TLS_CERT', { TLS_CERT: missing, TLS_KEY: key }],
  ['TLS_KEY', { TLS_CERT: cert, TLS_KEY: missing }],
  ['TLS_CERT', { TLS_CERT: folder, TLS_KEY: key }],
  ['TLS_CERT', { TLS_CERT: garbage, TLS_KEY: key }],
  ['TLS_KEY', { TLS_CERT: cert, TLS_KEY: garbage }],
  ['TLS_KEY', { TLS_CERT: cert, TLS_KEY: otherKey }],
  ['TRUST_PROXY', { TRUST_PROXY: 'on' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'proxy.example.com' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1,::/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8/8' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'fd00::/129' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'loopback,10.0.0.300' }],
  ['ALLOW_PLAIN_HTTP', { ALLOW_PLAIN_HTTP: 'maybe' }],
  ['RATE_LIMIT_BURST', { RATE_LIMIT_BURST: '-1' }],
  ['RATE_LIMIT_BURST', { RATE_LIMIT_BURST: '1.5' }],
  ['RATE_LIMIT_BURST', { RATE_LIMIT_BURST: 'many' }],
  ['REQUESTS_AT_ONCE', { REQUESTS_AT_ONCE: '0' }],
  ['RATE_LIMIT_PER_SECOND', { RATE_LIMIT_PER_SECOND: '0' }],
  ['RATE_LIMIT_PER_SECOND', { RATE_LIMIT_PER_SECOND: 'Infinity' }],
  ['WEBHOOK_TIMEOUT_MS', { WEBHOOK_TIMEOUT_MS: '0' }],
  ['WEBHOOK_TIMEOUT_MS', { WEBHOOK_TIMEOUT_MS: '3s' }],
  ['WEBHOOK_RETRY_SCHEDULE', { WEBHOOK_RETRY_SCHEDULE: '5m' }],
  ['WEBHOOK_RETRY_SCHEDULE', { WEBHOOK_RETRY_SCHEDULE: '0,-1' }],
  ['WEBHOOK_RETRY_SCHEDULE', { WEBHOOK_RETRY_SCHEDULE: '0,604801' }],
  ['ALLOW_PRIVATE_ADDRESSES', { ALLOW_PRIVATE_ADDRESSES: '2' }],
  ['DEMO', { DEMO: 'please' }],
  ['SIGN_UP', { SIGN_UP: 'perhaps' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com', MAIL_FROM: 'shop@example.com' }],
  ['SMTP_URL', { SMTP_URL: 'http://mail.example.com', MAIL_FROM: 'shop@example.com' }],
  ['SMTP_URL', { MAIL_FROM: 'shop@example.com' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'shop@' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['NODE_ENV', { NODE_ENV: 'staging' }],
]

test.each(wrong)('a wrong %s is named in one line: %o', (name, env) => {
  let caught: unknown
  try {
    settings(env)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(ConfigError)
  const { message } = caught as ConfigError
  expect(message).toMatch(new RegExp(`^${name} \\S.*$`))
  expect(message).not.toContain('\n')
})

test.each(['#', '/', '?'])('a %s in the password of the database is told how to be written', letter => {
  const url = `postgres://shop:pass${letter}word@localhost/shop`
  expect(() => settings({ DATABASE_URL: url })).toThrow(`${letter} is ${encodeURIComponent(letter)}`)
})

test('every setting has a way to be wrong in the table above', () => {
  const asked = new Set<string | symbol>()
  readConfig(
    new Proxy(
      { DATA_DIR: join(folder, 'data') },
      { get: (target, name) => asked.add(name) && Reflect.get(target, name) },
    ),
  )
  expect(new Set(wrong.map(([name]) => name))).toEqual(asked)
})

test('without settings it is a server for one developer, on loopback', () => {
  expect(settings({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    publicUrls: [],
    tls: undefined,
    trustProxy: false,
    allowPlainHttp: false,
    rateLimit: { burst: 40, perSecond: 2 },
    requestsAtOnce: 64,
    webhookTimeout: 3000,
    allowPrivateAddresses: true,
    demo: true,
    logLevel: 'info',
  })
  // D62: 16 attempts within 48 hours, the first wait being none.
  const { webhookRetrySchedule } = settings({})
  expect(webhookRetrySchedule).toHaveLength(15)
  expect(webhookRetrySchedule.slice(0, 5)).toEqual([0, 300, 600, 900, 1260])
  expect(webhookRetrySchedule.reduce((sum, wait) => sum + wait)).toBeLessThan(48 * 3600)
})

test('production is closed to private addresses and has no demo store', () => {
  expect(settings({ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) })).toMatchObject({
    production: true,
    allowPrivateAddresses: false,
    demo: false,
  })
})

test.each([
  ['127.0.0.1', {}],
  ['127.8.8.8', {}],
  ['::1', {}],
  ['localhost', {}],
  ['0.0.0.0', { ALLOW_PLAIN_HTTP: 'on' }],
  ['0.0.0.0', { TRUST_PROXY: '10.0.0.0/8,fd00::/8,loopback' }],
  ['0.0.0.0', { TLS_CERT: cert, TLS_KEY: key }],
])('HOST %s is taken with %o', (HOST, env) => {
  expect(settings({ HOST, ...env }).host).toBe(HOST)
})

test('blank settings count as not set, blanks around values do not matter', () => {
  expect(settings({ PORT: ' 8080 ', HOST: '', PUBLIC_URLS: ' https://a.example , https://b.example/ ' })).toMatchObject(
    {
      port: 8080,
      host: '127.0.0.1',
      publicUrls: ['https://a.example', 'https://b.example'],
    },
  )
  expect(settings({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
  expect(settings({ WEBHOOK_RETRY_SCHEDULE: '0, 0.5,1' }).webhookRetrySchedule).toEqual([0, 0.5, 1])
})

describe('the key of the server', () => {
  test('is made when it is asked for, once, and kept where only its owner may read it', () => {
    const DATA_DIR = join(folder, 'fresh')
    const { key } = settings({ DATA_DIR })
    expect(key.find()).toBeUndefined()
    expect(existsSync(DATA_DIR)).toBe(false)
    const made = key.make()
    expect(key.make()).toEqual(made)
    expect(settings({ DATA_DIR }).key.find()).toEqual(made)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o077).toBe(0)
    expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toMatch(/^[\w-]{43}$/)
    expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
  })

  test('comes from SECRET_KEY where that is set, and nothing is kept', () => {
    const DATA_DIR = join(folder, 'unused')
    const given = (letter: string) => settings({ DATA_DIR, SECRET_KEY: letter.repeat(32) }).key
    expect(given('a').find()).toHaveLength(32)
    expect(given('a').make()).toEqual(given('a').find())
    expect(given('a').find()).not.toEqual(given('b').find())
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test('is not silently replaced when its file was damaged: what it sealed would be lost', () => {
    const DATA_DIR = join(folder, 'damaged')
    settings({ DATA_DIR }).key.make()
    for (const rest of ['', 'a part of it']) {
      writeFileSync(join(DATA_DIR, 'secret.key'), rest)
      expect(() => settings({ DATA_DIR })).toThrow(/^DATA_DIR has a damaged .*secret\.key/)
    }
  })
})
