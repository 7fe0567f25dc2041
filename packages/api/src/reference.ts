import Type, { type Static } from 'typebox'
import { Id } from './common.ts'

/** A thing that is named by its id, or by the whole object, because clients send back what they have read. */
export const Reference = Type.Union([Id, Type.Object({ id: Id })])
export type Reference = Static<typeof Reference>

/** The ids that are named, each once, in the order of the names. Who writes 0 or null names nothing. */
export const referredIds = (references: readonly (Reference | 0 | null)[]): number[] => [
  ...new Set(references.flatMap(reference => reference || []).map(one => (typeof one === 'object' ? one.id : one))),
]
