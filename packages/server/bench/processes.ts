import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { costing } from './cpu.ts'
import type { Figures } from './measure.ts'
import type { Order } from './poster.ts'
import type { RawFigures, RawLoad } from './raw.ts'

const self = fileURLToPath(import.meta.url)

export interface Served {
  url: string
  pid: number
  stop(): Promise<void>
}

const ended = (child: ChildProcess) => new Promise<void>(resolve => child.once('exit', () => resolve()))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await ended(child)
}

/** This very bundle again, as the bare server. */
export async function startBare(self: string, databaseUrl: string): Promise<Served> {
  const child = fork(self, ['bare', databaseUrl])
  const { address } = await new Promise<{ address: string }>((resolve, reject) => {
    child.once('message', message => resolve(message as { address: string }))
    child.once('exit', code => reject(new Error(`the bare server ended with ${code}`)))
  })
  return { url: address, pid: child.pid ?? 0, stop: () => stop(child) }
}

/** And again, as the loop that has no HTTP. */
export function startRaw(self: string, databaseUrl: string, database: { pid: number }) {
  const child = fork(self, ['raw', databaseUrl])
  const ask = (load: RawLoad) =>
    new Promise<RawFigures>((resolve, reject) => {
      child.once('message', message => {
        const answer = message as RawFigures | { error: string }
        if ('error' in answer) reject(new Error(`the raw limit: ${answer.error}`))
        else resolve(answer)
      })
      child.send(load)
    })
  return {
    async measure(load: RawLoad): Promise<Figures> {
      const [{ total, ...figures }, cpu] = await costing([database.pid, child.pid ?? 0], () => ask(load))
      return { ...figures, cpu_ms: cpu / total }
    },
    stop: () => stop(child),
  }
}

/** The server as users run it, without the rate limit and the demo store. */
export async function startServer(cli: string, databaseUrl: string, port: number, dataDir: string): Promise<Served> {
  const child = fork(cli, ['start'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT_BURST: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    response => response.ok,
    () => false,
  )

export interface Poster {
  pid: number
  post(url: string, count: number): Promise<void>
  /** 100 a second, and how long each took. */
  time(url: string, count: number): Promise<number[]>
}

/** This very bundle again, as a process that posts. It ends with this one. */
export async function startPoster(): Promise<Poster> {
  const child = fork(self, ['poster'])
  process.once('exit', () => child.kill())
  const heard = () => new Promise<unknown>(resolve => child.once('message', resolve))
  await heard()
  child.unref()
  child.channel?.unref()
  const ask = (order: Order) => {
    child.send(order)
    return heard()
  }
  return {
    pid: child.pid ?? 0,
    post: async (url, count) => void (await ask({ url, count, pace: 'full' })),
    // It sends nothing else.
    time: async (url, count) => (await ask({ url, count, pace: 'steady' })) as number[],
  }
}
