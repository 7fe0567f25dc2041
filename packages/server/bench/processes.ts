import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Order } from './poster.ts'
import type { RawFigures, RawLoad } from './raw.ts'

/** The bundle that this is a part of. */
const self = fileURLToPath(import.meta.url)

export interface Served {
  url: string
  pid: number
  /** From its beginning until it could serve. */
  ready_ms: number
  /** Where a debugger may come in, if one was asked for. */
  inspector: string | undefined
  stop(): Promise<void>
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await ended
}

/** What the child says next. */
const heard = <T>(child: ChildProcess, who: string) =>
  new Promise<T>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${who} ended with ${code}`))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message as T)
    })
  })

/** This very bundle again, as the bare server. */
export async function startBare(databaseUrl: string): Promise<Served> {
  const from = performance.now()
  const child = fork(self, ['bare'], { env: { ...process.env, DATABASE_URL: databaseUrl } })
  const { address } = await heard<{ address: string }>(child, 'the bare server')
  return {
    url: address,
    pid: child.pid ?? 0,
    ready_ms: performance.now() - from,
    inspector: undefined,
    stop: () => stop(child),
  }
}

export interface RawLoop {
  pid: number
  run(load: RawLoad): Promise<RawFigures>
  stop(): Promise<void>
}

/** And again, as the loop that has no HTTP. */
export function startRaw(databaseUrl: string): RawLoop {
  const child = fork(self, ['raw'], { env: { ...process.env, DATABASE_URL: databaseUrl } })
  return {
    pid: child.pid ?? 0,
    async run(load) {
      child.send(load)
      const answer = await heard<RawFigures | { error: string }>(child, 'the raw limit')
      if ('error' in answer) throw new Error(`the raw limit: ${answer.error}`)
      return answer
    },
    stop: () => stop(child),
  }
}

export interface Poster {
  pid: number
  post(url: string, count: number): Promise<void>
  /** 100 a second, and how long each took. */
  time(url: string, count: number): Promise<number[]>
  stop(): Promise<void>
}

/** And again, as a process that posts. */
export async function startPoster(): Promise<Poster> {
  const child = fork(self, ['poster'])
  await heard(child, 'the poster')
  const ask = (order: Order) => {
    child.send(order)
    return heard<number[]>(child, 'the poster')
  }
  return {
    pid: child.pid ?? 0,
    post: async (url, count) => void (await ask({ url, count, pace: 'full' })),
    time: (url, count) => ask({ url, count, pace: 'steady' }),
    stop: () => stop(child),
  }
}

export interface ServerOptions {
  cli: string
  port: number
  dataDir: string
  databaseUrl: string
  secretKey: string
  isInspected: boolean
}

/**
 * What `npm start` tells Node.js. What belongs to a batch of orders lives until its commit: with the 16 MB that are usual
 * for young objects more of it is copied before it dies, and an order costs the server a tenth more.
 */
export const flags = ['--max-semi-space-size=32']

/** The server as users run it, without the rate limit and the demo store. */
export async function startServer({ cli, port, isInspected, ...options }: ServerOptions): Promise<Served> {
  const from = performance.now()
  const child = fork(cli, ['start'], {
    execArgv: isInspected ? [...flags, '--inspect=127.0.0.1:0'] : flags,
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      SECRET_KEY: options.secretKey,
      PORT: String(port),
      RATE_LIMIT_BURST: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let inspector: string | undefined
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const address = /Debugger listening on (ws:\S+)/.exec(text)
    if (address) inspector = address[1]
    else if (!/debugger/i.test(text)) process.stderr.write(text)
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await pause(10)
  }
  return { url, pid: child.pid ?? 0, ready_ms: performance.now() - from, inspector, stop: () => stop(child) }
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    response => response.ok,
    () => false,
  )
