import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import pg from 'pg'
import { addressesOf } from './platform/database/hosts.ts'
import {
  ConfigError,
  type Env,
  fail,
  file,
  flag,
  list,
  number,
  oneOf,
  text,
  urls,
  whole,
  words,
} from './platform/environment.ts'
import { dataMode, isFolder, makeFolder, mustTake } from './platform/folder.ts'
import { findKey, makeKey } from './platform/kept-key.ts'

/** Encrypts what the server must be able to read again. */
export interface ServerKey {
  /** As it was given, or as it is kept in `DATA_DIR`; nothing where it was not made yet. */
  find(): Buffer | undefined
  /** The same, made where there is none. Only for data that nothing was sealed in: it has a key already. */
  make(): Buffer
}

export interface Config {
  production: boolean
  host: string
  port: number
  /** Without one, the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** The public addresses of the API, the first is canonical; empty where none was set. */
  publicUrls: string[]
  key: ServerKey
  tls: { cert: string; key: string } | undefined
  trustProxy: string[] | false
  allowPlainHttp: boolean
  rateLimit: { burst: number; perSecond: number }
  /** How many requests of the API are worked on at the same time. */
  requestsAtOnce: number
  webhookTimeout: number
  webhookRetrySchedule: number[]
  allowPrivateAddresses: boolean
  demo: boolean
  /** Whether strangers may make an account and a store. */
  signUp: boolean
  /** How mail is sent; without it, it is written into the log. */
  smtp: { url: string; from: string } | undefined
  logLevel: string
}

/** The 16 attempts of D62 as waits in seconds: at once, 5, 10, 15 minutes, then each 1.4 times the one before. */
const retrySchedule = [0, 300, 600, 900, ...Array.from({ length: 11 }, (_, i) => Math.round(900 * 1.4 ** (i + 1)))]

/** A certificate that cannot be read, or a key of another one, must show here and not at the first handshake. */
function refuseUnusable(name: string, pair: { cert?: string; key?: string }): void {
  try {
    createSecureContext(pair)
  } catch (error) {
    fail(name, `cannot be used: ${(error as Error).message}`)
  }
}

function tlsOf(env: Env): Config['tls'] {
  const cert = file(env, 'TLS_CERT')
  const key = file(env, 'TLS_KEY')
  if (cert !== undefined && key !== undefined) {
    refuseUnusable('TLS_CERT', { cert })
    refuseUnusable('TLS_KEY', { key })
    refuseUnusable('TLS_KEY', { cert, key })
    return { cert, key }
  }
  if (cert !== undefined) fail('TLS_KEY', 'is missing: TLS_CERT is set')
  if (key !== undefined) fail('TLS_CERT', 'is missing: TLS_KEY is set')
  return undefined
}

const networks = ['loopback', 'linklocal', 'uniquelocal']

/** `10.0.0.0/8`, or one address; `/0` would be everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(address) > 0 && Number(bits) >= 1 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}

/** Addresses of proxies; `on` would let anyone forge where a request comes from, so it is refused. */
function proxiesOf(env: Env): string[] | false {
  const parts = list(env, 'TRUST_PROXY')
  if (parts.length === 0 || words[parts.join().toLowerCase()] === false) return false
  for (const part of parts) {
    if (!isNetwork(part) && !networks.includes(part)) {
      fail('TRUST_PROXY', `must list addresses, networks (10.0.0.0/8) or ${networks.join(', ')}, not "${part}"`)
    }
  }
  return parts
}

function scheduleOf(env: Env): number[] {
  const name = 'WEBHOOK_RETRY_SCHEDULE'
  if (text(env, name) === undefined) return retrySchedule
  return list(env, name).map(part => {
    const seconds = Number(part)
    return seconds >= 0 && seconds <= 604_800 ? seconds : fail(name, `must list waits in seconds, not "${part}"`)
  })
}

/** Kept beside the data unless it is given; in production it must be given, so that it outlives the disk. */
function keyOf(env: Env, production: boolean, dataDir: string): ServerKey {
  const given = text(env, 'SECRET_KEY')
  if (given !== undefined && given.length < 32) fail('SECRET_KEY', 'must have at least 32 characters')
  if (given === undefined && production)
    fail('SECRET_KEY', 'is required with NODE_ENV=production: at least 32 random characters')
  const path = join(dataDir, 'secret.key')
  const find = () => {
    const key = given ?? inDataDir(() => findKey(path))
    if (key !== undefined && key.length < 32)
      fail('DATA_DIR', `has a damaged ${path}: bring it back, or set SECRET_KEY`)
    return key === undefined ? undefined : createHash('sha256').update(key).digest()
  }
  const make = () =>
    inDataDir(() => {
      makeDataDir(dataDir)
      makeKey(path)
      return find() ?? fail('DATA_DIR', `has lost ${path}`)
    })
  find()
  return { find, make: () => find() ?? make() }
}

/** What the system says of the folder becomes a line that names the setting. */
function inDataDir<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return fail('DATA_DIR', `cannot be used: ${(error as Error).message}`)
  }
}

/** For a server, which keeps things there. */
export const makeDataDir = (dataDir: string): void => inDataDir(() => makeFolder(dataDir, dataMode()))

/** Where no picture can be kept, that shows before the first one comes. */
export const refuseReadOnly = (dataDir: string): void => inDataDir(() => mustTake(join(dataDir, 'images')))

/** Nothing is made here: a command that is refused leaves nothing behind. */
function dataDirOf(env: Env): string {
  const path = resolve(text(env, 'DATA_DIR') ?? '.bodega')
  inDataDir(() => isFolder(path))
  return path
}

/** The driver reads the address, so whatever the driver would not take shows here. */
function databaseUrlOf(env: Env): string | undefined {
  const url = text(env, 'DATABASE_URL')
  if (url === undefined) return undefined
  if (!/^postgres(ql)?:\/\/./.test(url)) fail('DATABASE_URL', 'must begin with postgres://')
  try {
    for (const connectionString of addressesOf(url)) new pg.Client({ connectionString })
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid URL$/, '$& (in a password # is %23, / is %2F and ? is %3F)')
    fail('DATABASE_URL', `cannot be used: ${why}`)
  }
  // The server writes: of several hosts it always looks for the one that takes writes.
  const [, wanted = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(url) ?? []
  if (wanted !== 'read-write' && wanted !== 'primary')
    fail('DATABASE_URL', `must have target_session_attrs=read-write, not "${wanted}"`)
  return url
}

/** `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the first byte. */
function smtpOf(env: Env): Config['smtp'] {
  const url = text(env, 'SMTP_URL')
  const from = text(env, 'MAIL_FROM')
  if (url === undefined) return from === undefined ? undefined : fail('SMTP_URL', 'is missing: MAIL_FROM is set')
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    fail('SMTP_URL', 'must begin with smtp:// or smtps:// and name a host')
  if (!from || !/[^\s<@]@[^\s>@]/.test(from)) return fail('MAIL_FROM', 'must be the address that mail comes from')
  return { url, from }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** Reads every setting, or stops with one line that names the wrong one. */
export function readConfig(env: Env): Config {
  const production = oneOf(env, 'NODE_ENV', 'development', ['development', 'production', 'test']) === 'production'
  const databaseUrl = databaseUrlOf(env)
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const dataDir = dataDirOf(env)
  const tls = tlsOf(env)
  const trustProxy = proxiesOf(env)
  const allowPlainHttp = flag(env, 'ALLOW_PLAIN_HTTP', false)
  if (!isLoopback(host) && !tls && !trustProxy && !allowPlainHttp) {
    fail(
      'HOST',
      `${host} is open to the network, but there is no TLS: set TLS_CERT and TLS_KEY, or TRUST_PROXY, or ALLOW_PLAIN_HTTP=on`,
    )
  }
  return {
    production,
    host,
    port: whole(env, 'PORT', 3000, { min: 1, max: 65_535 }),
    databaseUrl,
    dataDir,
    publicUrls: urls(env, 'PUBLIC_URLS'),
    key: keyOf(env, production, dataDir),
    tls,
    trustProxy,
    allowPlainHttp,
    rateLimit: {
      burst: whole(env, 'RATE_LIMIT_BURST', 40, { min: 0, max: 1_000_000 }),
      perSecond: number(env, 'RATE_LIMIT_PER_SECOND', 2, { min: 0.001, max: 1_000_000 }),
    },
    requestsAtOnce: whole(env, 'REQUESTS_AT_ONCE', 64, { min: 1, max: 10_000 }),
    webhookTimeout: whole(env, 'WEBHOOK_TIMEOUT_MS', 3000, { min: 1, max: 60_000 }),
    webhookRetrySchedule: scheduleOf(env),
    allowPrivateAddresses: flag(env, 'ALLOW_PRIVATE_ADDRESSES', !production),
    demo: flag(env, 'DEMO', !production),
    signUp: flag(env, 'SIGN_UP', true),
    smtp: smtpOf(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }
}

/** `http://127.0.0.1:3000`, or the canonical public address. */
export function addressOf({ publicUrls, tls, host, port }: Config): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return publicUrls[0] ?? `${tls ? 'https' : 'http'}://${name}:${port}`
}
