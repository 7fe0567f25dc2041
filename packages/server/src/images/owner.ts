import Type from 'typebox'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Logger } from '../platform/log.ts'
import type { ImageStore } from './store.ts'

const Owner = Type.Object({ owner: Type.String() })

/** Tells a database from all others: what was restored elsewhere is another one, a standby that was promoted is not. */
const nameOf = async (db: Db): Promise<string> =>
  (
    await db.one(
      Owner,
      sql`select concat(s.system_identifier, '.', d.oid) as owner
            from pg_control_system() s, pg_database d
           where d.datname = current_database()`,
    )
  ).owner

/** Whether the files belong to this database. To another one with the same `DATA_DIR` all of them look forgotten. */
export const isOwner = async (db: Db, store: ImageStore): Promise<boolean> => store.claim(await nameOf(db))

/** The first database that serves from a folder has it; who serves another one from it is told. */
export async function claimImages(db: Db, store: ImageStore, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    if (await isOwner(db, store)) return
    log.warn(
      `the images are of another database, so none is removed here; where that one is gone, delete ${store.ownerFile}`,
    )
  } catch (err) {
    log.warn({ err }, 'whose the images are cannot be told')
  }
}
