import type { FormatterModule } from 'i18next'
import { countOf } from '../format.ts'

/** How many of something are said as the language writes such figures. What a text calls `number` is a name: of an order. */
export const counts: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _, language = 'en', hole) =>
    typeof value === 'number' && hole?.interpolationkey !== 'number' ? countOf(language, value) : value,
}

/** For the texts of every language. */
export const interpolation = { escapeValue: false, alwaysFormat: true }
