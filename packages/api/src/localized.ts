import type { Localized, LocalizedInput } from './common.ts'

/** One text stands for every language; an object is taken as it is, without its nulls. */
export function localize(input: LocalizedInput, languages: readonly string[]): Localized {
  if (typeof input === 'string') return Object.fromEntries(languages.map(language => [language, input]))
  return Object.fromEntries(Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== null))
}

/** No language says anything. */
export const isBlank = (input: LocalizedInput | null | undefined): boolean =>
  input == null ||
  (typeof input === 'string' ? input.trim() === '' : Object.values(input).every(text => !text || text.trim() === ''))

/** The text in the main language, or in the first of the alphabet: the same whatever the order of the keys. */
export const mainText = (texts: Localized, mainLanguage: string): string =>
  texts[mainLanguage] ?? texts[Object.keys(texts).sort()[0] ?? ''] ?? ''
