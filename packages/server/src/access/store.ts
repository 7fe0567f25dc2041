import Type, { type Static } from 'typebox'
import { sql } from '../platform/database/sql.ts'

/** What every operation needs to know of the store it works for. */
export interface StoreContext {
  id: number
  country: string
  main_language: string
  main_currency: string
  /** The active languages, the main one first. */
  languages: string[]
}

/** What is read for it, of `stores s`. */
export const storeColumns = sql`s.id, s.country, s.main_language, s.main_currency, s.languages`

export const StoreRow = Type.Object({
  id: Type.Integer(),
  country: Type.String(),
  main_language: Type.String(),
  main_currency: Type.String(),
  languages: Type.Record(Type.String(), Type.Object({ active: Type.Boolean() })),
})

/** The only place where one is made: of a row with these columns, among others. */
export function storeOf({
  id,
  country,
  main_language,
  main_currency,
  languages,
}: Static<typeof StoreRow>): StoreContext {
  const others = Object.keys(languages).filter(code => languages[code]?.active && code !== main_language)
  return { id, country, main_language, main_currency, languages: [main_language, ...others] }
}
