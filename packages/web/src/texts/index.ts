import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { recall, remember } from '../ui/remembered.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

const texts = { es, pt, en } as const

export type Language = keyof typeof texts

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
  document.title = i18next.t('title')
}

/** The language that was chosen here before, else the browser's. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: chooseLanguage([recall('language') ?? '', ...navigator.languages]),
    fallbackLng: 'en',
    resources: Object.fromEntries(Object.entries(texts).map(([language, translation]) => [language, { translation }])),
    interpolation: { escapeValue: false },
  })
  announce(i18next.language)
  i18next.on('languageChanged', announce)
}

export function changeLanguage(language: Language): void {
  remember('language', language)
  void i18next.changeLanguage(language)
}
