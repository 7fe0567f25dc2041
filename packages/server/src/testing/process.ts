/** Real processes of the built server and command line, for what cannot be shown inside one process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@bodega/api'
import { type Identity, identify, isAlive } from '../platform/embedded/identity.ts'
import { atEnd } from './ending.ts'
import { until } from './waiting.ts'

/** A path in the checkout, sought upwards: this file also runs from a bundle. */
export function inCheckout(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder)
  return join(folder, path)
}

const cli = inCheckout('dist/cli.js')

export type Env = Record<string, string>

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Program {
  pid: number
  /** What it has written so far. */
  stdout(): string
  stderr(): string
  /** Resolves when it is gone. */
  ended: Promise<Ended>
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>
}

export interface Served extends Program {
  url: string
  dataDir: string
}

/** What `demo.json` says, as far as tests use it. */
export interface DemoStore {
  store_id: number
  access_token: string
  app_id: number
  client_secret: string
  owner: { email: string; password: string }
  partner: { email: string; password: string }
}

const programs: Program[] = []
const folders: string[] = []
const databases: Identity[] = []

/** One ending for all of them: together they are faster than one after the other. */
function expectEnd(): void {
  if (programs.length + folders.length === 0) atEnd(endThese)
}

async function endThese(): Promise<void> {
  await Promise.all(programs.splice(0).map(program => program.end('SIGTERM')))
  // An embedded PostgreSQL ends with its server, or soon after one that was killed.
  await until(async () => databases.every(server => !isAlive(server)), 10_000)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A folder of this test's own; open to pass, so that as root the embedded data stays inside. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bodega process ')))
  chmodSync(folder, 0o711)
  expectEnd()
  folders.push(folder)
  return folder
}

/** Nothing of the environment of the tests but what a program needs: `NODE_ENV=test` and others would steer it. */
function environment(env: Env): Env {
  const { PATH = '' } = process.env
  return { PATH, ...env }
}

/** A command that may be watched, and ended, while it runs; its standard output may be a file. */
export function launch(args: readonly string[], env: Env, stdout: 'pipe' | number = 'pipe'): Program {
  if (!existsSync(cli)) throw new Error('dist/cli.js is missing: npm run build')
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: tmpdir(),
    env: environment(env),
    stdio: ['ignore', stdout, 'pipe'],
  })
  const program = follow(child)
  expectEnd()
  programs.push(program)
  return program
}

/** Collects what a child writes, and tells its end. */
export function follow(child: ChildProcess): Program {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    stdout += chunk
  })
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** A command of the command line, run to its end. */
export const bodega = (args: readonly string[], env: Env = {}): Promise<Ended> => launch(args, env).ended

/** The same with `--json`, and what it printed. */
export async function answer(env: Env, ...args: string[]) {
  const { code, stdout, stderr } = await bodega([...args, '--json'], env)
  if (code !== 0 || stderr !== '' || !/^\{.*\}\n$/.test(stdout)) throw new Error(`${code}: ${stderr}${stdout}`)
  return JSON.parse(stdout)
}

/**
 * How much slower than a machine without other work this one is at the moment. Limits in seconds are meant for the
 * former, and are multiplied by this.
 */
export async function slowness(): Promise<number> {
  const from = performance.now()
  await bodega(['--version'])
  return Math.max(1, (performance.now() - from) / 280)
}

/** Below the range of outgoing connections, so that none of those sits on it when the server begins. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (isFree) return port
  }
}

/** `bodega start` that did not wait to be ready: for starts that are meant to fail. */
export const begin = (env: Env): Program => launch(['start'], env)

/** A server that is ready. The rate limit is off unless the test is about it. */
export async function serve(env: Env = {}): Promise<Served> {
  const PORT = env.PORT ?? String(await freePort())
  const DATA_DIR = env.DATA_DIR ?? newFolder()
  const program = begin({ RATE_LIMIT_BURST: '0', ...env, PORT, DATA_DIR })
  const url = `${env.TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT}`
  await untilReady(url, program)
  rememberDatabase(DATA_DIR)
  return { ...program, url, dataDir: DATA_DIR }
}

/** Polls; fails with what the process said when it ends instead. */
export async function untilReady(url: string, program: Program): Promise<void> {
  let end: Ended | undefined
  void program.ended.then(ended => {
    end = ended
  })
  await until(async () => {
    if (end) throw new Error(`the server ended with ${end.code}: ${end.stderr}${end.stdout}`)
    return (await statusOf(`${url}/health/ready`)) === 200
  }, 60_000)
}

/** `undefined` where nobody answers. Who answers is not asked: the certificate is the business of another test. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise(resolve => {
    const { get } = url.startsWith('https:') ? https : http
    get(url, { agent: false, rejectUnauthorized: false }, response => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', () => resolve(undefined))
  })

/** The embedded PostgreSQL of a data directory; nobody where the data is elsewhere. */
export function postgresOf(dataDir: string): Identity | undefined {
  const path = join(dataDir, 'postgres.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).server : undefined
}

function rememberDatabase(dataDir: string): void {
  const server = postgresOf(dataDir)
  if (server) databases.push(identify(server.pid) ?? server)
}

export const demoOf = (dataDir: string): DemoStore => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))

/** Speaks to a server as the app of its demo store. */
export const clientOf = (
  baseUrl: string,
  { store_id: storeId, access_token: token }: DemoStore,
  send = globalThis.fetch,
): Client => createClient({ baseUrl, storeId, token, userAgent: 'Test (test@example.com)', fetch: send })

export const headersOf = ({ access_token }: { access_token: string }): Env => ({
  authentication: `bearer ${access_token}`,
  'user-agent': 'Test (test@example.com)',
})
