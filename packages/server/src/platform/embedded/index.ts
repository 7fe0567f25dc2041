// A real PostgreSQL as a child process, for those who bring none. All of it lies in DATA_DIR: postgres/ the cluster,
// postgres.lock/ who owns it, postgres.json what runs, postgres.password (0600), postgres.roles, postgres.log.
// It listens on a loopback port and asks for the password: one way on every system, with no socket path to be too
// long or closed to one of two users. One process owns it and restarts it; the command line may join.

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedError } from './error.ts'
import { joinServer, untilAlone } from './guest.ts'
import { claimLock } from './lock.ts'
import { type Care, inUse, type Owner, ownServer } from './owner.ts'
import { type Files, filesIn, makeDataDir } from './place.ts'
import { readState } from './state.ts'

export { EmbeddedError }

export interface Embedded {
  /** For `pg` and every other client, from any process. */
  url: string
  /** Whether this process started the server and so stops it. */
  owned: boolean
  /** Stops the server when owned (fast shutdown, waits for its end), else only lets go. */
  stop(): Promise<void>
}

export interface EmbeddedOptions extends Care {
  dataDir: string
}

/** Whether there is a database in the data directory, or one being made. */
export const hasEmbedded = (dataDir: string): boolean =>
  ['postgres', 'postgres.lock'].some(name => lstatSync(join(dataDir, name), { throwIfNoEntry: false }))

/** Starts the server on the data directory, making the cluster on first use. Refuses where another process owns it. */
export async function startEmbedded({ dataDir, ...care }: EmbeddedOptions): Promise<Embedded> {
  return withFiles(dataDir, async files => {
    for (const end = Date.now() + 15_000; ; await delay(50)) {
      const claim = claimLock(files.lock)
      if (claim.held) return begin(files, care, claim.release, async owner => owner.announce('stopping'))
      // one that is just starting may yet fail, and one that is just stopping makes room
      const state = readState(files.state)
      const isServing = state?.phase === 'ready' && state.owner.pid === claim.holder.pid
      if (isServing || Date.now() > end) throw inUse(files.dataDir, claim.holder)
    }
  })
}

/** For the command line: joins the server that already runs on this data directory, or starts it until `stop`. */
export async function useEmbedded({ dataDir, ...care }: EmbeddedOptions): Promise<Embedded> {
  return withFiles(dataDir, async files => {
    for (const end = Date.now() + 30_000; ; await delay(50)) {
      const claim = claimLock(files.lock)
      if (claim.held) return begin(files, care, claim.release, owner => untilAlone(files, owner.announce))
      const guest = await joinServer(files)
      if (guest) return { url: guest.url, owned: false, stop: async () => guest.leave() }
      if (Date.now() > end) throw inUse(files.dataDir, claim.holder)
    }
  })
}

async function begin(
  files: Files,
  care: Care,
  release: () => unknown,
  prepareToStop: (owner: Owner) => Promise<void>,
): Promise<Embedded> {
  const owner = await ownServer(files, care).catch(error => {
    release()
    throw error
  })
  const end = async () => {
    try {
      // a full disk or a deleted DATA_DIR keeps nothing from being told, but must not keep the server running
      await prepareToStop(owner).catch(() => {})
      await owner.stop()
    } finally {
      release()
    }
  }
  let ended: Promise<void> | undefined
  return {
    url: owner.url,
    owned: true,
    stop: () => {
      ended ??= end()
      return ended
    },
  }
}

/** What the system says of a folder that we may not use becomes a line that names it. */
async function withFiles(dataDir: string, work: (files: Files) => Promise<Embedded>): Promise<Embedded> {
  try {
    return await work(filesIn(makeDataDir(dataDir)))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // the code is all that is asked of it
    if (error instanceof EmbeddedError || !code || !/^E[A-Z]+$/.test(code)) throw error
    throw new EmbeddedError(`The embedded database in ${dataDir} cannot be used: ${message}`)
  }
}
