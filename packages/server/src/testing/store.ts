import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allScopes, type Client, createClient, type LocationInput, type Scope } from '@bodega/api'
import type { FastifyInstance, InjectOptions } from 'fastify'
import Type from 'typebox'
import { becomePartner, ensureAccount } from '../accounts/index.ts'
import { type AppOptions, createApp } from '../app.ts'
import { createApp as createApplication, installWithToken } from '../apps/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createLog } from '../platform/log.ts'
import { createStore, type NewStore } from '../stores/index.ts'
import { database } from './database.ts'
import { atEnd } from './ending.ts'
import { fetchFrom } from './inject.ts'
import { oncePerFile } from './once.ts'

/** A world whose clock stands still until a test moves it. */
export interface TestWorld extends World {
  advance(milliseconds: number): void
}

export function testWorld(): TestWorld {
  let time = Date.now()
  return {
    now: () => new Date(time),
    random: bytes => randomBytes(bytes),
    advance: milliseconds => {
      time += milliseconds
    },
  }
}

export const secretKey = Buffer.alloc(32, 7)

const config: AppOptions['config'] = {
  publicUrls: [],
  trustProxy: false,
  tls: undefined,
  allowPlainHttp: false,
  rateLimit: { burst: 0, perSecond: 2 },
  requestsAtOnce: 64,
  dataDir: join(tmpdir(), `bodega-test-${process.pid}`),
  secretKey,
  webhookTimeout: 3000,
  webhookRetrySchedule: [],
  allowPrivateAddresses: true,
  signUp: true,
}

/** An app on this file's database, answering by injection. Every answer is held against its schema. */
export async function app(
  options: Partial<AppOptions['config']> &
    Partial<Pick<AppOptions, 'database' | 'world' | 'send' | 'demo' | 'log' | 'carrierTimeout'>> = {},
): Promise<FastifyInstance> {
  // A fault of ours shows in the output of the test.
  const {
    database: given = (await database()).database,
    world = testWorld(),
    send = async () => {},
    demo,
    log = createLog('error', false),
    carrierTimeout,
    ...settings
  } = options
  const made = createApp({
    config: { ...config, ...settings },
    database: given,
    world,
    log,
    assets: '/nowhere',
    url: 'http://localhost',
    send,
    demo,
    checkReplies: true,
    carrierTimeout,
  })
  atEnd(async () => {
    await made.close()
    await rm(config.dataDir, { recursive: true, force: true })
  })
  return made
}

export interface TestStore {
  id: number
  token: string
  appId: number
  clientSecret: string
  client: Client
  server: FastifyInstance
  /** Everything, of all stores. */
  db: Db
  /** What requests of this store see. */
  own: Db
  world: TestWorld
  /** The headers of an ordinary request. */
  headers: Record<string, string>
  /** `GET`, `/v1/1/locations`, ... as a client would send it. */
  request(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<TestAnswer>
  /** Names of the events since the last call, in order: these, and no others. */
  events(): Promise<string[]>
  /** A token of another app in this store. */
  tokenWith(scopes: readonly Scope[]): Promise<string>
}

export interface TestAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it got
  body: any
}

interface Serving {
  server: FastifyInstance
  world: TestWorld
}

/** To make an app takes longer than most tests: whoever names neither server nor world shares those of the file. */
const shared = oncePerFile(async (): Promise<Serving> => {
  const world = testWorld()
  return { server: await app({ world }), world }
})

async function serving({ server, world }: Partial<Serving>): Promise<Serving> {
  if (!server && !world) return shared()
  const own = world ?? testWorld()
  return { server: server ?? (await app({ world: own })), world: own }
}

const Event = Type.Object({ event: Type.String() })

/** A new store with an installed app, on this file's own database. */
export async function store(
  options: { scopes?: readonly Scope[]; server?: FastifyInstance; world?: TestWorld } & Partial<NewStore> = {},
): Promise<TestStore> {
  const { database: all, db } = await database()
  const { server, world } = await serving(options)
  const { name = 'Test', country = 'BR', email = 'owner@test.example', languages = ['es'] } = options
  const install = (scopes: readonly Scope[], id?: number) =>
    db.tx(async tx => {
      const made = id ?? (await createStore(tx, world.now(), { name, country, email, languages }))
      const account = await ensureAccount(tx, world.now(), { email: 'partner@test.example', password_hash: 'none' })
      const partner = await becomePartner(tx, world.now(), account.id, 'Partner')
      const redirect_url = 'http://localhost/callback'
      const application = await createApplication(tx, world, secretKey, { partner, name: 'App', redirect_url, scopes })
      const token = await installWithToken(tx, world, made, { app: application.app_id, name: 'App', scopes })
      return { id: made, token, appId: application.app_id, clientSecret: application.client_secret }
    })
  const { id, token, appId, clientSecret } = await install(options.scopes ?? allScopes)
  const headers = { authentication: `bearer ${token}`, 'user-agent': 'Test (test@example.com)' }
  let seen = 0
  return {
    id,
    token,
    appId,
    clientSecret,
    server,
    db,
    own: all.of(id),
    world,
    headers,
    client: createClient({
      baseUrl: 'http://localhost',
      storeId: id,
      token,
      userAgent: 'Test (test@example.com)',
      fetch: fetchFrom(server),
    }),
    async request(method, path, { headers: extra = {}, body } = {}) {
      const json = body !== undefined && typeof body !== 'string'
      const response = await server.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...extra },
        ...(body === undefined ? {} : { payload: json ? JSON.stringify(body) : (body as string) }),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: isJson && response.body ? JSON.parse(response.body) : response.body,
      }
    },
    async events() {
      // A server that listens moves them on into the journal.
      const rows = await db.many(
        Event,
        sql`
          select event from (
            select 0 as part, id, event from journal where store_id = ${id}
            union all
            select 1, id, event from events where store_id = ${id}
          ) all_events order by part, id`,
      )
      const told = rows.slice(seen).map(({ event }) => event)
      seen = rows.length
      return told
    },
    tokenWith: async scopes => (await install(scopes, id)).token,
  }
}

export const aLocation = (change: Partial<LocationInput> = {}): LocationInput => ({
  name: { pt_BR: 'Depósito', es_AR: 'Depósito' },
  address: {
    zipcode: '01310-100',
    street: 'Avenida Paulista',
    number: '1578',
    city: 'São Paulo',
    province: { code: 'SP', name: 'São Paulo' },
    region: { code: 'SE', name: 'Sudeste' },
    country: { code: 'BR', name: 'Brasil' },
  },
  ...change,
})
