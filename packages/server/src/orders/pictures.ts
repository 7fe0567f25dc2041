import { setTimeout as pause } from 'node:timers/promises'
import { Nullable } from '@bodega/api'
import Type from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

/** Documents that are read at a time, and the pause between, in milliseconds: others come first. */
const batchSize = 1000
const breath = 20

const Batch = Type.Object({ last: Nullable(Type.Integer()), files: Type.Array(Type.String()) })

/** As the address of a picture ends in a document. */
const fileAtEnd = '/([0-9a-f]{40}[.][a-z]{3,4})"'

/** Where the pictures of a store are. */
export const picturesAt = (url: string, store: number): string => `${url}/images/${store}/`

/** One of ours in a document: where the server was on that day, the store and the file. */
const ours = new RegExp(`"src":"https?://[^/"]+/images/(\\d+)${fileAtEnd}`, 'g')

/** Whether some picture has another address than ours have now. */
function hasOther(document: string, pictures: string): boolean {
  for (let at = document.indexOf('"src":"http'); at !== -1; at = document.indexOf('"src":"http', at + 1)) {
    if (!document.startsWith(pictures, at + '"src":"'.length)) return true
  }
  return false
}

/**
 * A document whose pictures are where the server is now: it may have another address than when the order was placed. Nearly
 * always it has not, and nothing is put together anew.
 */
export const withPictures = (document: string, pictures: string): string =>
  hasOther(document, pictures)
    ? document.replace(ours, (whole, store, file) =>
        pictures.endsWith(`/${store}/`) ? `"src":"${pictures}${file}"` : whole,
      )
    : document

/**
 * Which of these files are pictures in the documents of orders. No index knows: all of them are read, so this is for who asks
 * seldom. `rows` has `id` and `document` and is cut into batches here. One that is called off has not found all.
 */
export async function picturesIn(
  db: Queries,
  rows: Sql,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let after: number | null = 0; after !== null && found.size < files.length && !signal?.aborted; ) {
    const { last, files: shown }: Type.Static<typeof Batch> = await db.one(
      Batch,
      sql`
        with portion as (select id, document from (${rows}) r where id > ${after} order by id limit ${batchSize})
        select (select max(id) from portion) as last,
               array(select distinct m[1] from portion, regexp_matches(document, ${fileAtEnd}, 'g') m
                      where m[1] = any(${files}::text[])) as files`,
    )
    for (const file of shown) found.add(file)
    after = last
    if (last !== null) await pause(breath)
  }
  return found
}

/** An order shows its pictures as they were when it was placed, also when the products have others by now. */
export const picturesOfOrders = (
  db: Queries,
  store: number,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> => picturesIn(db, sql`select id, document from orders where store_id = ${store}`, files, signal)
