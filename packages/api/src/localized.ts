import { type Localized, type LocalizedInput, maxLanguages } from './common.ts'
import { invalid } from './errors.ts'

/** As long as a text may be in all languages together: three times the longest that one can have. */
const maxTogether = 3_000_000

/**
 * One text stands for every language. Of an object each language is taken as it is, and null takes it away; those that it
 * does not name stay as they were.
 */
export function localize(input: LocalizedInput, languages: readonly string[], old: Localized = {}): Localized {
  if (typeof input === 'string') return Object.fromEntries(languages.map(language => [language, input]))
  const texts = Object.entries({ ...old, ...input })
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== null))
}

/** The same of a text that may be empty: with no language left, it is so in each of the store. */
export function localizeOptional(
  input: LocalizedInput | null,
  languages: readonly string[],
  old?: Localized,
): Localized {
  const texts = localize(input ?? '', languages, old)
  return Object.keys(texts).length > 0 ? texts : localize('', languages)
}

const lengthOf = (texts: Localized): number => Object.values(texts).reduce((sum, text) => sum + text.length, 0)

function excessOf(texts: Localized, old: Localized): string | undefined {
  if (Object.keys(texts).length > Math.max(maxLanguages, Object.keys(old).length))
    return `must have at most ${maxLanguages} items`
  if (lengthOf(texts) > Math.max(maxTogether, lengthOf(old)))
    return `is too long (maximum is ${maxTogether} characters together)`
  return undefined
}

/** A text to which languages were added, if that was not too much. What was more before may stay, but not grow. */
export function bounded(field: string, texts: Localized, old: Localized = {}): Localized {
  const excess = excessOf(texts, old)
  if (excess) throw invalid({ [field]: [excess] })
  return texts
}

/** No language says anything. */
export const isBlank = (input: LocalizedInput | null | undefined): boolean =>
  input == null ||
  (typeof input === 'string' ? input.trim() === '' : Object.values(input).every(text => !text || text.trim() === ''))

/** Without the languages that say nothing, and the spaces around the texts. */
export const spoken = (texts: Localized): Localized =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )

/** The text in the main language, or in the first of the alphabet: the same whatever the order of the keys. */
export const mainText = (texts: Localized, mainLanguage: string): string =>
  texts[mainLanguage] ?? texts[Object.keys(texts).sort()[0] ?? ''] ?? ''
