/** What can fail, and how: server processes, PostgreSQL, receivers. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../src/platform/embedded/index.ts'
import { atEnd } from '../src/testing/ending.ts'
import { type Env, freePort, newFolder, postgresOf, type Served, serve } from '../src/testing/process.ts'
import type { Chance } from './chance.ts'

/** A way to fail. It resolves when all is well again. */
export interface Fault {
  name: string
  /** What fails; nothing fails in two ways at a time. */
  target: string
  /** Whether a process ends by it. */
  isKill: boolean
  run(): Promise<void>
}

/** A process with its children, which for PostgreSQL is all of it. */
export function familyOf(pid: number): number[] {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  return [pid, ...children.split('\n').map(Number).filter(Boolean)]
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

/** Stops a process with all its children, and lets them go on after a while. */
async function freeze(pid: number, duration: number): Promise<void> {
  const family = familyOf(pid)
  signal(family, 'SIGSTOP')
  await pause(duration)
  signal(family, 'SIGCONT')
}

/** A PostgreSQL of our own, which is restarted as the embedded one of a server is. */
export async function mortalDatabase(dataDir: string, chance: Chance) {
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  atEnd(stop)
  const target = 'postgres'
  const pidOf = () => postgresOf(dataDir)?.pid ?? 0
  const end = (signal: NodeJS.Signals) => async () => {
    const pid = pidOf()
    process.kill(pid, signal)
    // Its successor is in the file when it has begun, and the state is ready when it answers.
    while (pidOf() === pid || !isReady(dataDir)) await pause(20)
  }
  const faults: Fault[] = [
    { name: 'postgres SIGKILL', target, isKill: true, run: end('SIGKILL') },
    { name: 'postgres SIGINT', target, isKill: true, run: end('SIGINT') },
    { name: 'postgres SIGSTOP', target, isKill: false, run: () => freeze(pidOf(), chance.integer(500, 4000)) },
  ]
  return { url, faults }
}

const isReady = (dataDir: string): boolean =>
  JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).phase === 'ready'

/** A server process on a port that it keeps. What it is started with may differ each time. */
export async function mortalServer(target: string, env: () => Env, chance: Chance) {
  const port = String(await freePort())
  const begin = () => serve({ ...env(), PORT: port })
  let server: Served = await begin()
  let earlier = ''
  /** While the database is away, a start fails. */
  const restart = async (): Promise<void> => {
    const next = await begin().catch(() => undefined)
    if (!next) return restart()
    earlier += server.stdout()
    server = next
  }
  const end = (signal: NodeJS.Signals) => async () => {
    await server.end(signal)
    await restart()
  }
  const faults: Fault[] = [
    { name: `${target} SIGKILL`, target, isKill: true, run: end('SIGKILL') },
    { name: `${target} SIGTERM`, target, isKill: true, run: end('SIGTERM') },
    { name: `${target} SIGSTOP`, target, isKill: false, run: () => freeze(server.pid, chance.integer(500, 4000)) },
  ]
  return {
    url: server.url,
    faults,
    end: (signal: NodeJS.Signals) => server.end(signal),
    restart,
    /** All that it has written. */
    log: () => earlier + server.stdout(),
  }
}

/** A notification that a receiver has taken. */
export interface Told {
  /** The path of the webhook. */
  hook: string
  event: string
  id: number
}

export interface Receiver {
  url: string
  told(): Told[]
  faults: Fault[]
}

/** A receiver that is away for a while when it was killed. */
export async function mortalReceiver(target: string, script: string, chance: Chance): Promise<Receiver> {
  const port = await freePort()
  const path = join(newFolder(), 'told.ndjson')
  const start = () => spawn(process.execPath, [script, String(port), path], { stdio: ['ignore', 'ignore', 'inherit'] })
  let child = start()
  atEnd(async () => child.kill('SIGKILL'))
  /** Without those that a killed one has begun. */
  const linesOf = (text: string) => text.split('\n').filter(line => line.endsWith('}'))
  const run = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await pause(chance.integer(0, 2000))
    child = start()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    told: () => (existsSync(path) ? linesOf(readFileSync(path, 'utf8')).map(line => JSON.parse(line)) : []),
    faults: [{ name: `${target} SIGKILL`, target, isKill: true, run }],
  }
}

/** How many things fail at the same time: with more, nothing would be acknowledged that could be lost. */
const atOnce = 2

/** Lets one thing fail after the other, also while another is still coming back, until it is told to stop. */
export function failing(chance: Chance, faults: readonly Fault[]) {
  const counts: Record<string, number> = {}
  const busy = new Map<string, Promise<void>>()
  let kills = 0
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await pause(chance.integer(200, 2000))
      const { name, target, isKill, run } = chance.choose(faults)
      if (isOver || busy.size === atOnce || busy.has(target)) continue
      counts[name] = (counts[name] ?? 0) + 1
      if (isKill) kills++
      busy.set(
        target,
        run().finally(() => busy.delete(target)),
      )
    }
    await Promise.all(busy.values())
  })()
  return {
    counts,
    kills: () => kills,
    /** Resolves when everything is there again. */
    stop() {
      isOver = true
      return running
    },
  }
}
