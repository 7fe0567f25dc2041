import { inject } from 'vitest'
import { connect, type Database, type Db } from '../platform/database/database.ts'
import { raw } from '../platform/database/sql.ts'
import { atEnd } from './ending.ts'
import { oncePerFile } from './once.ts'
import { databaseUrl } from './setup.ts'

export interface TestDatabase {
  database: Database
  /** Of all stores: tests look everywhere. */
  db: Db
  url: string
}

/** A database of this test file's own, copied from the migrated one. */
export const database = oncePerFile(() => open(true))

/** One more, empty where `migrated` is false. */
export async function open(migrated: boolean): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const admin = connect({ url: serverUrl, size: 1 })
  await admin.everywhere.run(raw(`create database ${name}${migrated ? ' template template_bodega' : ''}`))
  const url = databaseUrl(serverUrl, name)
  const database = connect({ url, strict: true })
  atEnd(async () => {
    await database.close()
    // One that is being vacuumed at this moment cannot be dropped; it goes with the whole server in the end.
    await admin.everywhere.run(raw(`drop database ${name} with (force)`)).catch(() => {})
    await admin.close()
  })
  return { database, db: database.everywhere, url }
}
