/** Requests made from the contract by chance, with everything in them that an attacker would try. */
import { gzipSync } from 'node:zlib'
import { type Endpoint, type Scope, versions } from '@bodega/api'
import { chance, pick, type Random } from '../seeding/index.ts'
import { hostileTexts, someValue } from './hostile.ts'
import { type Probe, probes } from './probes.ts'
import type { Target } from './target.ts'
import { formOf } from './values.ts'

export interface Attack {
  title: string
  endpoint: Endpoint
  bytes: Buffer
  /** All rules of HTTP are kept: an answer is owed. Else the server may hang up. */
  isHttp: boolean
  isHead: boolean
  isOptions: boolean
  /** What the token may do. */
  scopes: ReadonlySet<Scope>
  /** The path leads to what belongs to another store. */
  isForeign: boolean
}

/** How often ids are those of the other store. */
export interface Aim {
  foreign: number
}

const inPath = (text: string) => encodeURIComponent(text.toWellFormed())

/** Ids of ours, of the other store, and of nobody, in one path. */
function pathOf(random: Random, target: Target, { path }: Endpoint, aim: Aim): { path: string; isForeign: boolean } {
  const home = target.home.paths.get(path)?.split('/') ?? []
  const foreign = target.foreign.paths.get(path)?.split('/') ?? []
  let isForeign = false
  const segments = path.split('/').map((segment, i) => {
    if (!segment.startsWith(':')) return segment
    const kind = random()
    if (kind < aim.foreign) {
      isForeign = true
      return foreign[i]
    }
    return kind > 0.9 ? inPath(pick(random, hostileTexts)) : home[i]
  })
  return { path: segments.join('/'), isForeign }
}

function prefixOf(random: Random, { home, foreign }: Target, aim: Aim): { prefix: string; isForeign: boolean } {
  const kind = random()
  if (kind < 0.1 * aim.foreign) return { prefix: `/v1/${foreign.store.id}`, isForeign: true }
  if (kind < 0.08) return { prefix: '/v1', isForeign: false }
  const id = kind < 0.1 ? inPath(pick(random, hostileTexts)) : home.store.id
  return { prefix: `/${pick(random, versions)}/${id}`, isForeign: false }
}

const endings = [
  '',
  '/',
  '?',
  '&',
  '?&&&=',
  '?__proto__[x]=1',
  '?%',
  '?%ff',
  '?a=%00',
  '//',
  '/.',
  '/..',
  ';x=1',
  '?'.repeat(50),
]

/** Several stand with commas between them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function queryOf(random: Random, endpoint: Endpoint, ids: readonly unknown[]): string {
  const fields = Object.entries(endpoint.query?.properties ?? {}).filter(() => chance(random, 0.3))
  if (fields.length === 0) return chance(random, 0.1) ? pick(random, endings) : ''
  const parts = fields.map(([name, schema]) => {
    const value = chance(random, 0.3) ? pick(random, hostileTexts) : someValue(schema, random, ids, name, 1)
    return `${name}=${inPath(textOf(value))}`
  })
  return `?${parts.join('&')}`
}

const bomb = gzipSync(Buffer.alloc(30_000_000, '['))
const huge = Buffer.concat([Buffer.from('{"name":"'), Buffer.alloc(16_000_000, 'x'), Buffer.from('"}')])
const deep = (count: number) => '['.repeat(count) + ']'.repeat(count)

type Fields = [name: string, value: string][]

interface Sent {
  headers: Fields
  body: Buffer
}

const json: [string, string] = ['content-type', 'application/json']

/** Bodies that are wrong as a whole. Made once; those of megabytes come seldom. */
const spoilt: readonly (Sent & { seldom?: { chance: number; body: Buffer } })[] = [
  { headers: [json], body: Buffer.from('{') },
  { headers: [json], body: Buffer.from(deep(10_000)) },
  { headers: [json], body: Buffer.from(`${'{"name":'.repeat(31)}1${'}'.repeat(31)}`) },
  { headers: [json], body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { headers: [json], body: Buffer.from('\ufeff{"name":"x"}', 'utf16le') },
  { headers: [json], body: Buffer.from('\ufeff{"name":"x"}') },
  { headers: [json], body: Buffer.from('{"name":"\\ud800"}') },
  { headers: [json], body: Buffer.from(`{${'"a":1,'.repeat(10_000)}"b":2}`) },
  { headers: [json], body: Buffer.from(`[${'{},'.repeat(20_000)}{}]`) },
  { headers: [['content-type', 'application/json; charset=utf-16']], body: Buffer.from('{}') },
  { headers: [['content-type', `application/json; ${'x'.repeat(2_000)}`]], body: Buffer.from('{}') },
  { headers: [['content-type', 'multipart/form-data; boundary=']], body: Buffer.from('--\r\n') },
  {
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from('a[b][c]=1&__proto__=2'),
  },
  { headers: [['content-type', ',;=\t/']], body: Buffer.from('{}') },
  { headers: [json, ['content-encoding', 'gzip']], body: gzipSync('{"name":"x"}') },
  { headers: [json, ['content-encoding', 'deflate, br']], body: Buffer.from('{}') },
  { headers: [json, ['content-encoding', 'gzip']], body: gzipSync('['), seldom: { chance: 0.05, body: bomb } },
  { headers: [json], body: Buffer.from('"'), seldom: { chance: 0.02, body: huge } },
]

/** A body that is right but for a field or two, or all of it by chance. */
function someBody(random: Random, { endpoint, body }: Probe, ids: readonly unknown[]): unknown {
  if (!endpoint.body) return pick(random, [undefined, {}, [], null, 'x'])
  const fields = Object.entries(formOf(endpoint.body).properties ?? {})
  if (fields.length === 0 || chance(random, 0.3)) return someValue(endpoint.body, random, ids)
  const [first, second] = [pick(random, fields), pick(random, fields)]
  const changed = chance(random, 0.2) ? [] : [first, second].slice(0, chance(random, 0.7) ? 1 : 2)
  const values = changed.map(([name, schema]) => [name, someValue(schema, random, ids, name, 1)])
  return { ...(body as object), ...Object.fromEntries(values) }
}

function bodyOf(random: Random, probe: Probe, ids: readonly unknown[]): Sent {
  const { endpoint } = probe
  if (endpoint.method === 'GET' && chance(random, 0.95)) return { headers: [], body: Buffer.alloc(0) }
  if (chance(random, 0.08)) {
    const { seldom, ...often } = pick(random, spoilt)
    return seldom && chance(random, seldom.chance) ? { ...often, body: seldom.body } : often
  }
  const value = someBody(random, probe, ids)
  const text = JSON.stringify(value)
  return text === undefined ? { headers: [], body: Buffer.alloc(0) } : { headers: [json], body: Buffer.from(text) }
}

const long = 'x'.repeat(4_000)

/** Headers that ask for something else than they should, each line as it is. */
const abuse: readonly Fields[] = [
  [['authorization', 'Basic eDp4']],
  [
    ['x-forwarded-for', '127.0.0.1, ::1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'evil.example'],
  ],
  [
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-original-url', '/metrics'],
  ],
  [
    ['host', 'evil.example'],
    ['x-rewrite-url', '/health/ready'],
  ],
  [['x-request-id', long]],
  [['x-request-id', '<script>']],
  [
    ['accept', '*/*;q=nonsense'],
    ['accept-language', long],
    ['accept-encoding', 'gzip;q=9, *'],
  ],
  [['accept', 'application/x-ndjson']],
  [
    ['cookie', `bodega_session=${long}; __Host-session='or 1=1`],
    ['x-csrf-token', 'x'],
  ],
  [
    ['if-match', '"x", W/"y", *'],
    ['if-none-match', '*'],
    ['if-modified-since', 'yesterday'],
  ],
  [['if-match', `${'"x",'.repeat(1_000)}`]],
  [['if-none-match', long]],
  [
    ['range', 'bytes=0-0,1-1'],
    ['te', 'trailers'],
    ['connection', 'keep-alive, x-y'],
  ],
  [['idempotency-key', 'x'.repeat(255)]],
  [['idempotency-key', 'x'.repeat(256)]],
  [['idempotency-key', "' or 1=1 --"]],
  [['idempotency-key', 'ñ\xff']],
  [['expect', '100-continue']],
  [['expect', 'nonsense']],
  [
    ['upgrade', 'websocket'],
    ['connection', 'upgrade'],
    ['sec-websocket-key', 'x'],
  ],
  [
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['referer', long],
  ],
  Array.from({ length: 60 }, (_, i): [string, string] => [`x-many-${i}`, 'y']),
]

/** Bytes that break a rule of HTTP. The request that they spoil is right otherwise. */
const breaches: readonly ((line: string, headers: string, body: Buffer) => Buffer)[] = [
  (line, headers, body) => Buffer.concat([Buffer.from(`${line}\n${headers.replaceAll('\r', '')}\n`), body]),
  (line, headers, body) => Buffer.concat([Buffer.from(`${line}\r\n${headers}bad header\r\n\r\n`), body]),
  (line, headers, body) => Buffer.concat([Buffer.from(`${line}\r\n${headers}x: \0\r\n\r\n`), body]),
  (line, headers) => Buffer.from(`${line}\r\n${headers}content-length: -1\r\n\r\n`),
  (line, headers) => Buffer.from(`${line}\r\n${headers}content-length: 5\r\ncontent-length: 6\r\n\r\n{}`),
  (line, headers) =>
    Buffer.from(`${line}\r\n${headers}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`),
  (line, headers) => Buffer.from(`${line}\r\n${headers}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  (line, headers) => Buffer.from(`${line}\r\n${headers}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`),
  (line, headers) => Buffer.from(`${line}\r\n${headers}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`),
  (line, headers) => Buffer.from(`${line}\r\n${headers}x: ${'y'.repeat(40_000)}\r\n\r\n`),
  (line, headers) => Buffer.from(`${line.replace('HTTP/1.1', 'HTTP/9.9')}\r\n${headers}\r\n`),
  (line, headers) => Buffer.from(`${line.replace(/^\w+/, 'BREW')}\r\n${headers}\r\n`),
  (line, headers) => Buffer.from(`${line.replace('/', `/${'x'.repeat(40_000)}`)}\r\n${headers}\r\n`),
  (line, headers) => Buffer.from(`${line.replace(' /', ' http://evil.example/')}\r\n${headers}\r\n`),
  (line, headers) => Buffer.from(`${line.replace(' /', ' \\')}\r\n${headers}\r\n`),
  () => Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  () => Buffer.from('OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'),
  () => Buffer.from('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n'),
]

const lines = (headers: Fields) => headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')

const chunkedBody = (body: Buffer) =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)};x=${'y'.repeat(20)}\r\n`),
    body,
    Buffer.from('\r\n0\r\nx: y\r\n\r\n'),
  ])

/** One attack, the same for the same chance. */
export function attackOf(random: Random, target: Target, aim: Aim): Attack {
  const probe = pick(random, probes)
  const { endpoint, title } = probe
  const token = pick(random, target.tokens)
  const at = pathOf(random, target, endpoint, aim)
  const before = prefixOf(random, target, aim)
  const ids = chance(random, aim.foreign) ? target.foreign.ids : target.home.ids
  const isHttp = chance(random, 0.97)
  // Broken bytes may be answered before their method is known, so it is not known whether a body follows.
  const isHead = isHttp && endpoint.method === 'GET' && chance(random, 0.05)
  const method = isHead ? 'HEAD' : chance(random, 0.02) ? 'OPTIONS' : endpoint.method
  const { headers, body } = bodyOf(random, probe, ids)
  const more = chance(random, 0.12) ? pick(random, abuse) : []
  const isChunked = body.length > 0 && chance(random, 0.05)
  const length: Fields = isChunked ? [['transfer-encoding', 'chunked']] : [['content-length', String(body.length)]]
  const all: Fields = [
    ...(more.some(([name]) => name === 'host') ? [] : [['host', 'localhost'] as [string, string]]),
    ['authentication', `bearer ${token.text}`],
    ...(chance(random, 0.98) ? [['user-agent', 'Attack (attack@example.com)'] as [string, string]] : []),
    ...headers,
    ...more,
    ...(aim.foreign > 0 && chance(random, 0.1 * aim.foreign) ? target.foreign.headers : []),
  ]
  const line = `${method} ${before.prefix}${at.path}${queryOf(random, endpoint, ids)} HTTP/1.1`
  const bytes = isHttp
    ? Buffer.concat([
        Buffer.from(`${line}\r\n${lines([...all, ...length])}\r\n`, 'latin1'),
        isChunked ? chunkedBody(body) : body,
      ])
    : pick(random, breaches)(line, lines(all), body)
  return {
    title: `${title}${isHttp ? '' : ', broken'}`,
    endpoint,
    bytes,
    isHttp,
    isHead,
    isOptions: method === 'OPTIONS',
    scopes: token.scopes,
    isForeign: before.isForeign || at.isForeign,
  }
}
