import { dirname } from 'node:path'
import Type from 'typebox'
import type { Db, Queries } from '../platform/database/database.ts'
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

const There = Type.Object({ is_there: Type.Boolean() })

/** Whether the rows of any store name a file. */
export const namesFiles = async (db: Queries): Promise<boolean> =>
  (await db.one(There, sql`select exists (select 1 from images where file is not null) as is_there`)).is_there

async function isEmpty(store: ImageStore): Promise<boolean> {
  for await (const _ of store.kept()) return false
  return true
}

/**
 * The first database that serves from a folder has it; who serves another one from it is told, and who has none of the
 * files: on several machines a folder of its own for each would find what came in through another one nowhere.
 */
export async function claimImages(db: Db, store: ImageStore, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    if (!(await isOwner(db, store)))
      log.warn(
        `the images are of another database, so none is removed here; where that one is gone, delete ${store.ownerFile}`,
      )
    else if ((await isEmpty(store)) && (await namesFiles(db)))
      log.warn(
        `none of the images that the database names are in ${dirname(store.ownerFile)}: all servers need one DATA_DIR`,
      )
  } catch (err) {
    log.warn({ err }, 'whose the images are cannot be told')
  }
}
