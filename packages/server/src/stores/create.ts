import { countries } from '@bodega/api'
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

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
