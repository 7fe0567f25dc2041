import { existsSync } from 'node:fs'
import { findBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { EmbeddedError } from './error.ts'
import { type Identity, identityOf, isAlive } from './identity.ts'
import { clearOrphans } from './orphan.ts'
import { type Files, findPlace } from './place.ts'
import { runServer, type Server, type ServerOptions } from './server.ts'
import { readState, removeState, type State, writeState } from './state.ts'

export interface Owner {
  url: string
  /** Tells others that the server is going, or, when it was called off, that it is here after all. */
  announce(phase: 'ready' | 'stopping'): void
  stop(): Promise<void>
}

export type Care = Pick<ServerOptions, 'log' | 'isLasting'>

/** Runs the server; call with the lock held. */
export async function ownServer(files: Files, care: Care): Promise<Owner> {
  const last = readState(files.state)
  // the lock is ours, so somebody removed the lock of a living owner by hand
  if (last && isAlive(last.owner)) throw inUse(files.dataDir, last.owner)
  const owner = identityOf(process.pid)
  const started_at = new Date().toISOString()
  let state: State | undefined
  let isLeaving = false
  const tell = (next: State) => {
    state = next
    writeState(files.state, isLeaving ? { ...next, phase: 'stopping' } : next)
  }

  const place = findPlace(files.dataDir)
  const binaries = await findBinaries(files.dataDir, place.account)
  if (existsSync(place.cluster)) await clearOrphans(place.cluster, last?.server)
  const password = await prepareCluster(place, binaries, { files, log: care.log })
  let server: Server
  try {
    server = await runServer({
      ...place,
      ...care,
      binaries,
      journal: files.journal,
      lastPort: last?.port,
      urlOf: port => urlOf(port, password),
      report: (phase, port, pid) => tell({ phase, port, server: identityOf(pid), owner, started_at }),
    })
  } catch (error) {
    removeState(files.state)
    throw error
  }
  return {
    url: urlOf(server.port, password),
    announce: phase => {
      isLeaving = phase === 'stopping'
      if (state) tell(state)
    },
    stop: async () => {
      await server.stop()
      removeState(files.state)
    },
  }
}

/** The encryption that `PGSSLMODE` may ask for is not there, nor needed on the way to ourselves. */
export function urlOf(port: number, password: string): string {
  return `postgres://bodega:${password}@127.0.0.1:${port}/bodega?sslmode=disable`
}

export function inUse(dataDir: string, { pid }: Identity): EmbeddedError {
  return new EmbeddedError(
    `The embedded database in ${dataDir} is in use by process ${pid}: stop that process, or set another DATA_DIR`,
  )
}
