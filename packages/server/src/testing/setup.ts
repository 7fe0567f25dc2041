/** Runs once before all tests: one embedded PostgreSQL, and in it a migrated database to copy from. */
import { constants } from 'node:fs'
import { access, chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { raw } from '../platform/database/sql.ts'
import { startEmbedded } from '../platform/embedded/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An address of the test server that may create databases. */
    serverUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join((await memory()) ?? tmpdir(), 'bodega tests '))
  // Open to be passed through, so that the database stays inside when root runs the tests.
  await chmod(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {}, isLasting: false })
  const admin = connect({ url: embedded.url, size: 1 })
  await admin.everywhere.run(raw('create database template_bodega'))
  await admin.close()
  const template = connect({ url: databaseUrl(embedded.url, 'template_bodega'), size: 1 })
  await migrate(template.everywhere)
  await template.close()
  project.provide('serverUrl', embedded.url)
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** In bytes: more than all databases of a run have at the same time, and what is written about them. */
const roomy = 4_000_000_000

/**
 * A folder in memory, where the system has one with room: every file of tests copies a database, which is a thousand files,
 * and a disk takes ten times as long for them.
 */
async function memory(): Promise<string | undefined> {
  const folder = '/dev/shm'
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > roomy ? folder : undefined
  } catch {
    return undefined
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
