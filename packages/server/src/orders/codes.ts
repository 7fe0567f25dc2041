/** Countries and currencies as ISO writes them, of what clients write. What cannot be told stays as it was sent. */
import { countries } from '@bodega/api'
import { fold } from '../platform/database/search.ts'

const languages = new Set(Object.values(countries).map(({ language }) => language))

/** What the countries of our stores are called in all their languages. */
const namesOf = (): Map<string, string> =>
  new Map(
    [...languages].flatMap(language => {
      const regions = new Intl.DisplayNames(language, { type: 'region' })
      return Object.keys(countries).map(code => [fold(regions.of(code) ?? code), code] as const)
    }),
  )

/** Made when the first client writes a name: they take some 7 MB. */
let names: ReadonlyMap<string, string> | undefined

export function countryCode(text: string): string {
  const said = text.trim()
  if (/^[A-Za-z]{2}$/.test(said)) return said.toUpperCase()
  names ??= namesOf()
  return names.get(fold(said)) ?? text
}

export const currencyCode = (text: string): string => (/^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : text)
