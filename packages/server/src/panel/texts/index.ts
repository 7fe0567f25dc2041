import type { Localized } from '@bodega/api'
import type { FastifyRequest } from 'fastify'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'

export type Language = 'en' | 'es' | 'pt'
export type { Texts }

export const texts: Readonly<Record<Language, Texts>> = { en, es, pt }

const isLanguage = (text: string): text is Language => Object.hasOwn(texts, text)

/** The first language that both sides know, in the order of the browser's preference. */
export function preferred(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))?.split('=')[1]
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLanguage) ?? 'en'
}

/** The language that was chosen on the page. */
export function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = query as { lang?: string }
  return lang !== undefined && isLanguage(lang) ? lang : undefined
}

/** That, else the language of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? preferred((request.headers['accept-language'] ?? '').slice(0, 1000))

/** A name of a store in the language of the reader, or in any: in all but its main one, an owner may have left it empty. */
export const inLanguage = (name: Localized, language: Language): string =>
  [name[language], ...Object.values(name)].find(text => text?.trim()) ?? ''
