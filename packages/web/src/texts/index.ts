import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { recall, remember } from '../ui/remembered.ts'
import { counts, interpolation } from './counts.ts'
import type { Texts } from './en/index.ts'
import { withMillions } from './plurals.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

/** Only the language that is read is loaded. */
const texts = {
  es: () => import('./es/index.ts').then(({ es }) => es),
  pt: () => import('./pt/index.ts').then(({ pt }) => pt),
  en: () => import('./en/index.ts').then(({ en }) => en),
} satisfies Record<string, () => Promise<Texts>>

export type Language = keyof typeof texts

const read = async (language: Language) => withMillions(await texts[language]())

/** Each language by its own name: people look for theirs, not for its translation. */
export const languages: Record<Language, string> = { es: 'Español', pt: 'Português', en: 'English' }

export const isLanguage = (name: string): name is Language => Object.hasOwn(texts, name)

/** The first of the wanted languages that we speak; `pt-PT` is served by `pt`. */
export function chooseLanguage(wanted: readonly string[]): Language {
  return wanted.map(tag => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

/** The document says its language to screen readers, hyphenation and translators. */
function announce(language: string): void {
  document.documentElement.lang = language
}

/** The language that was chosen on the page before, which the server may have made by itself; or here once; else the browser's. */
export async function startTexts(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  if (isLanguage(asked)) remember('language', asked)
  const language = chooseLanguage([asked, recall('language') ?? '', ...navigator.languages])
  await i18next
    .use(initReactI18next)
    .use(counts)
    .init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: await read(language) } },
      interpolation,
    })
  announce(language)
  i18next.on('languageChanged', announce)
}

export async function changeLanguage(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await read(language))
  remember('language', language)
  await i18next.changeLanguage(language)
}
