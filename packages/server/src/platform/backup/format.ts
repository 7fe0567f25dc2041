import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { migrations } from '../database/migrate.ts'
import { BackupError } from './error.ts'
import { damaged, type Entry, readFile } from './file.ts'

/** Rises when a reader of the old form could not read the new one. */
export const formatVersion = 2

export const Header = Type.Object({
  format: Type.Literal('bodega-backup'),
  version: Type.Integer(),
  release: Type.String(),
  migration: Type.Integer(),
  created_at: Type.String(),
  tables: Type.Array(Type.String()),
})
export type Header = Static<typeof Header>

export const TableEntry = Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })

/** Relative to the folder of the images, with `/` on every system. */
export const FileEntry = Type.Object({ path: Type.String() })

/** What was written, so that a reader can tell that it got all of it. */
export const Summary = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  files: Type.Integer(),
  sequences: Type.Record(Type.String(), Type.String()),
})
export type Summary = Static<typeof Summary>

/** Called for every piece: what it belongs to, and how many bytes more. */
export type Progress = (name: string, bytes: number) => void

export function parsed<S extends TSchema>(schema: S, { content }: Entry): Static<S> {
  const value: unknown = JSON.parse(content.toString())
  if (!Value.Check(schema, value)) throw new BackupError('the backup holds what this release cannot read')
  return value
}

/** Reads the file to its end, so that a damaged one, or one of a newer release, is refused before anything is done with it. */
export async function inspect(path: string): Promise<Header> {
  let first: Entry | undefined
  // Its words count when all is read: before, nobody knows whether they are what was written.
  for await (const entry of readFile(path)) first ??= entry
  if (first?.kind !== 'header') throw damaged(path)
  const header = parsed(Header, first)
  if (header.version > formatVersion)
    throw new BackupError(`${path} was made by another release (${header.release}): restore it with that one`)
  const known = migrations.at(-1)?.version ?? 0
  if (header.migration > known)
    throw new BackupError(
      `the backup is at migration ${header.migration}, this release knows ${known}: restore it with release ${header.release} or newer`,
    )
  return header
}
