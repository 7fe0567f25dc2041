/** Runs once before all tests: one embedded PostgreSQL, and in it a migrated database to copy from. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
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
  const dataDir = await mkdtemp(join(tmpdir(), 'bodega tests '))
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

/** The same server, another database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
