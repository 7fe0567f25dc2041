import Type from 'typebox'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isOwner } from './owner.ts'
import type { ImageStore, KeptImage } from './store.ts'

/** A file is saved before the row that shows it is committed, so a young one without a row may still get it. */
const grace = 24 * 3600_000
const batch = 500

const Used = Type.Object({ file: Type.String() })

const There = Type.Object({ is_there: Type.Boolean() })

/** Whether the rows of any store name a file. */
export const namesFiles = async (db: Queries): Promise<boolean> =>
  (await db.one(There, sql`select exists (select 1 from images where file is not null) as is_there`)).is_there

/** Removes the files that no image shows any more, and says how many those were. Meant for once a day. */
export async function sweepImages(db: Db, store: ImageStore, now: Date): Promise<number> {
  if (!(await isOwner(db, store))) return 0
  const since = new Date(now.getTime() - grace)
  let removed = 0
  let old: KeptImage[] = []
  const sweep = async () => {
    // One that is wanted again meanwhile is saved first: its date tells.
    for (const { store: id, file } of await unusedOf(db, old)) if (await store.remove(id, file, since)) removed++
    old = []
  }
  for await (const image of store.kept()) {
    if (image.saved >= since) continue
    if (old.length === batch || (old[0] && old[0].store !== image.store)) await sweep()
    old.push(image)
  }
  await sweep()
  return removed
}

/** All of one store. */
async function unusedOf(db: Db, images: readonly KeptImage[]): Promise<KeptImage[]> {
  const [first] = images
  if (!first) return []
  const files = images.map(({ file }) => file)
  const rows = await db.many(
    Used,
    sql`select distinct file from images where store_id = ${first.store} and file = any(${files}::text[])`,
  )
  const used = new Set(rows.map(({ file }) => file))
  return images.filter(({ file }) => !used.has(file))
}
