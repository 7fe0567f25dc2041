import Type from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { isOwner } from './owner.ts'
import type { ImageStore, KeptImage } from './store.ts'

const day = 24 * 3600_000
const batchSize = 500

/** A file is saved before the row that shows it is committed, so a young one without a row may still get it. */
const grace = day

/** Which of the files of a store are shown by who keeps their address for good, whatever becomes of the product. */
type ShownElsewhere = (
  db: Db,
  store: number,
  files: readonly string[],
  signal?: AbortSignal,
) => Promise<ReadonlySet<string>>

const Used = Type.Object({ file: Type.String() })

interface SweepOptions {
  now: Date
  shownElsewhere: ShownElsewhere
  signal?: AbortSignal
}

/** Removes the files that nothing shows any more, and says how many those were. */
export async function sweepImages(db: Db, store: ImageStore, options: SweepOptions): Promise<number> {
  if (!(await isOwner(db, store))) return 0
  const { now, shownElsewhere, signal } = options
  const since = new Date(now.getTime() - grace)
  let removed = 0
  let unused: KeptImage[] = []
  /** Of one store, all at once: whoever shows them elsewhere may have to look through all that they keep. */
  const removeUnused = async () => {
    const files = unused.map(({ file }) => file)
    const shown = unused[0] ? await shownElsewhere(db, unused[0].store, files, signal) : new Set()
    for (const { store: id, file } of signal?.aborted ? [] : unused) {
      if (shown.has(file)) await store.keep(id, file)
      // One that is wanted again meanwhile is saved first: its date tells.
      else if (await store.remove(id, file, since)) removed++
    }
    unused = []
  }
  for await (const batch of batches(store, since)) {
    if (unused[0]?.store !== batch[0]?.store) await removeUnused()
    unused.push(...(await unusedOf(db, batch)))
  }
  await removeUnused()
  return removed
}

/** What was kept before that time, as many files of one store as are asked for at once. */
async function* batches(store: ImageStore, since: Date): AsyncGenerator<KeptImage[]> {
  let batch: KeptImage[] = []
  for await (const image of store.kept()) {
    if (image.saved >= since) continue
    if (batch[0] && (batch[0].store !== image.store || batch.length === batchSize)) {
      yield batch
      batch = []
    }
    batch.push(image)
  }
  if (batch.length > 0) yield batch
}

/** The same for who calls more often: once in a day, because others may have to look through all that they keep. */
export function createDailySweep(
  db: Db,
  store: ImageStore,
  { now }: World,
  shownElsewhere: ShownElsewhere,
): (signal: AbortSignal) => Promise<number> {
  let last = Number.NEGATIVE_INFINITY
  return async signal => {
    const time = now()
    const since = time.getTime() - last
    // Below zero the clock was set back.
    if (since >= 0 && since < day) return 0
    const removed = await sweepImages(db, store, { now: time, shownElsewhere, signal })
    last = time.getTime()
    return removed
  }
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
