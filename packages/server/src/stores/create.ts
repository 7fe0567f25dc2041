import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

/** What a country speaks and pays with, so that a store needs no more than a name to begin. */
const countries: Record<string, { language: string; currency: string }> = {
  AR: { language: 'es', currency: 'ARS' },
  BR: { language: 'pt', currency: 'BRL' },
  CL: { language: 'es', currency: 'CLP' },
  CO: { language: 'es', currency: 'COP' },
  ES: { language: 'es', currency: 'EUR' },
  GB: { language: 'en', currency: 'GBP' },
  MX: { language: 'es', currency: 'MXN' },
  PE: { language: 'es', currency: 'PEN' },
  PT: { language: 'pt', currency: 'EUR' },
  US: { language: 'en', currency: 'USD' },
  UY: { language: 'es', currency: 'UYU' },
}

export const knownCountries = Object.keys(countries)

export interface NewStore {
  name: string
  country: string
  email: string
  /** Besides the main language of the country. */
  languages?: readonly string[]
}

const Id = Type.Object({ id: Type.Integer() })

export async function createStore(tx: Tx, now: Date, input: NewStore): Promise<number> {
  const local = countries[input.country]
  if (!local) throw new Error(`unknown country ${input.country}: use one of ${knownCountries.join(', ')}`)
  const codes = [...new Set([local.language, ...(input.languages ?? [])])]
  const languages = Object.fromEntries(codes.map(code => [code, { currency: local.currency, active: true }]))
  const texts = (text: string) => Object.fromEntries(codes.map(code => [code, text]))
  const { id } = await tx.one(
    Id,
    sql`
      insert into stores (name, description, email, country, languages, main_language, main_currency, admin_language, created_at)
      values (${json(texts(input.name))}, ${json(texts(''))}, ${input.email}, ${input.country}, ${json(languages)},
              ${local.language}, ${local.currency}, ${local.language}, ${now})
      returning id`,
  )
  return id
}
