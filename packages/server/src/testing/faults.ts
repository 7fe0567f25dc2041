/** What can die, and the hand that kills it at random: server processes, PostgreSQL, receivers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { startEmbedded } from '../platform/embedded/index.ts'
import { atEnd } from './cleanup.ts'
import { type Env, freePort, newFolder, postgresOf, serve } from './process.ts'

/** Something that can be killed, and comes back. */
export interface Mortal {
  name: string
  /** Ends it with SIGKILL, and resolves when it works again. */
  kill(): Promise<void>
}

/** A PostgreSQL of our own, which is restarted as the embedded one of a server is. */
export async function mortalDatabase(): Promise<Mortal & { url: string }> {
  const dataDir = newFolder()
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  atEnd(stop)
  return {
    name: 'postgres',
    url,
    async kill() {
      const pid = postgresOf(dataDir)?.pid
      if (pid) process.kill(pid, 'SIGKILL')
      while (postgresOf(dataDir)?.pid === pid) await pause(20)
    },
  }
}

/** A server process on a port that it keeps. */
export async function mortalServer(name: string, env: Env): Promise<Mortal & { url: string }> {
  const settings = { ...env, PORT: String(await freePort()) }
  let server = await serve(settings)
  /** While the database is away, a start fails. */
  const restart = async (): Promise<void> => {
    const next = await serve(settings).catch(() => undefined)
    if (next) server = next
    else await restart()
  }
  return {
    name,
    url: server.url,
    async kill() {
      await server.end('SIGKILL')
      await restart()
    },
  }
}

/** An order of which a receiver was told. */
export interface Told {
  event: string
  id: number
  delivery: string
}

const script = fileURLToPath(new URL('../../../../scripts/fault-receiver.js', import.meta.url))

/** A receiver that is away for a while when it was killed. */
export async function mortalReceiver(
  name: string,
  absence: () => number,
): Promise<Mortal & { url: string; told(): Told[] }> {
  const port = await freePort()
  const path = join(newFolder(), 'told.ndjson')
  const start = () => spawn(process.execPath, [script, String(port), path], { stdio: ['ignore', 'ignore', 'inherit'] })
  let child = start()
  atEnd(async () => child.kill('SIGKILL'))
  const linesOf = (text: string) => text.split('\n').filter(Boolean)
  return {
    name,
    url: `http://127.0.0.1:${port}/hook`,
    told: () => (existsSync(path) ? linesOf(readFileSync(path, 'utf8')).map(line => JSON.parse(line)) : []),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await pause(absence())
      child = start()
    },
  }
}

/** Milliseconds that follow from a seed alone, so that a run can be repeated as far as machines can repeat one. */
export function waits(seed: number, min: number, max: number): () => number {
  const stream = fc.sample(fc.integer({ min, max }), { seed, numRuns: 1000 })
  let at = 0
  return () => stream[at++ % stream.length] ?? min
}

/** Kills one after the other, also while others are still coming back, until it is told to stop. Counts by name. */
export function faults(seed: number, mortals: readonly Mortal[]) {
  const kills: Record<string, number> = {}
  const returning = new Map<Mortal, Promise<void>>()
  const wait = waits(seed, 200, 2500)
  const choose = waits(seed + 1, 0, mortals.length - 1)
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await pause(wait())
      const mortal = mortals[choose()]
      if (!mortal || returning.has(mortal)) continue
      kills[mortal.name] = (kills[mortal.name] ?? 0) + 1
      returning.set(
        mortal,
        mortal.kill().finally(() => returning.delete(mortal)),
      )
    }
    await Promise.all(returning.values())
  })()
  return {
    kills,
    /** Resolves when everything is there again. */
    stop() {
      isOver = true
      return running
    },
  }
}
