import { bounded, invalid, isBlank, type Localized, type LocalizedInput, localize } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'

const spanish = [
  'AR',
  'BO',
  'CL',
  'CO',
  'CR',
  'DO',
  'EC',
  'ES',
  'GT',
  'HN',
  'MX',
  'NI',
  'PA',
  'PE',
  'PR',
  'PY',
  'SV',
  'UY',
  'VE',
]

/** Names of locations are kept by locale (`es_AR`, `pt_BR`, `en_US`), while the catalogue uses plain languages. */
function localeOf(language: string, country: string): string {
  if (language === 'es') return `es_${spanish.includes(country) ? country : 'AR'}`
  if (language === 'pt') return `pt_${country === 'PT' ? 'PT' : 'BR'}`
  if (language === 'en') return 'en_US'
  return `${language}_${country}`
}

export function localizeName(name: LocalizedInput, { languages, country }: StoreContext, old?: Localized): Localized {
  if (isBlank(name)) throw invalid({ name: ["can't be blank"] })
  const locales = languages.map(language => localeOf(language, country))
  return bounded('name', localize(name, locales, old), old)
}
