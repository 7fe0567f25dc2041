import { MaybeText } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Mark } from './records.ts'

/** How far a file has come into a store. */
export type Import = Static<typeof Import>
export const Import = Type.Object({
  position: Type.Integer(),
  line: Type.Integer(),
  imported: Type.Integer(),
  refused: Type.Integer(),
  is_finished: Type.Boolean(),
  finished_at: MaybeText,
})

/** A file and the store that it goes into. */
export interface ImportKey {
  store: number
  hash: string
}

export interface Refusal {
  line: number
  reason: string
}

/** The import of this file as it stands, begun where it is new. */
export async function openImport(db: Queries, { store, hash }: ImportKey, now: Date): Promise<Import> {
  await db.run(sql`
    insert into imports (store_id, file_hash, position, line, imported, refused, created_at)
    values (${store}, ${hash}, 0, 0, 0, 0, ${now})
    on conflict do nothing`)
  return readImport(db, { store, hash })
}

export const readImport = (db: Queries, { store, hash }: ImportKey): Promise<Import> =>
  db.one(
    Import,
    sql`select position, line, imported, refused, finished_at is not null as is_finished, finished_at
          from imports where store_id = ${store} and file_hash = ${hash}`,
  )

/** As if this file had never been seen; what was imported of it stays. */
export async function forgetImport(db: Queries, { store, hash }: ImportKey): Promise<void> {
  await db.run(sql`delete from imports where store_id = ${store} and file_hash = ${hash}`)
}

/** Two processes at the same file: the second is told, and has changed nothing. */
export class ImportTakenError extends Error {
  constructor() {
    super('another process is importing this file into this store')
  }
}

/** From one place of a file to the next, and what became of the products between them. */
interface Step {
  from: Mark
  to: Mark
  imported: number
  refusals: readonly Refusal[]
}

/** Goes on where the file stands. Nobody else can have gone on from there. */
export async function advance(
  { tx }: Write,
  { store, hash }: ImportKey,
  { from, to, imported, refusals }: Step,
): Promise<void> {
  const moved = await tx.run(sql`
    update imports
       set position = ${to.position}, line = ${to.line}, imported = imported + ${imported},
           refused = refused + ${refusals.length}
     where store_id = ${store} and file_hash = ${hash} and position = ${from.position}`)
  if (moved === 0) throw new ImportTakenError()
  if (refusals.length === 0) return
  await tx.run(sql`
    insert into import_refusals (store_id, file_hash, line, reason)
    select ${store}, ${hash}, line, reason
      from unnest(${refusals.map(({ line }) => line)}::bigint[], ${refusals.map(({ reason }) => reason)}::text[])
           as r (line, reason)`)
}

export async function finishImport(db: Queries, { store, hash }: ImportKey, now: Date): Promise<void> {
  await db.run(sql`update imports set finished_at = ${now} where store_id = ${store} and file_hash = ${hash}`)
}

const RefusalRow = Type.Object({ line: Type.Integer(), reason: Type.String() })
const atOnce = 1000

/** All lines of a file that were refused, in order. */
export async function* refusalsOf(db: Queries, { store, hash }: ImportKey): AsyncGenerator<Refusal> {
  for (let last = -1; ; ) {
    const rows = await db.many(
      RefusalRow,
      sql`select line, reason from import_refusals
           where store_id = ${store} and file_hash = ${hash} and line > ${last} order by line limit ${atOnce}`,
    )
    yield* rows
    if (rows.length < atOnce) return
    last = rows.at(-1)?.line ?? last
  }
}
