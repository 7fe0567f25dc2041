/** What is large, for the tests about how much may be read at a time. */
import type { Database, Db } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { largestVolume } from '../platform/database/volume.ts'
import { database } from './database.ts'
import type { TestStore } from './store.ts'

/** Makes what is kept as JSON so much longer, and says nothing else by it. */
export const longer = (table: Sql, bytes: number, { id }: TestStore) =>
  sql`update ${table} set document = '{' || repeat(' ', ${bytes}::int) || substr(document, 2) where store_id = ${id}`

/** The same database, and how many transactions or questions with room for large answers were under way at the same time. */
export async function watchLarge(way: 'many' | 'tx') {
  const { database: given } = await database()
  const seen = { now: 0, most: 0 }
  const counted =
    <A extends readonly unknown[], T>(ask: (...asked: A) => Promise<T>) =>
    async (...asked: A): Promise<T> => {
      seen.most = Math.max(seen.most, ++seen.now)
      try {
        return await ask(...asked)
      } finally {
        seen.now--
      }
    }
  const watching: Database = {
    ...given,
    of(store, largest): Db {
      const db = given.of(store, largest)
      return largest === largestVolume ? { ...db, [way]: counted(db[way] as () => Promise<unknown>) } : db
    },
  }
  return { watching, seen }
}
