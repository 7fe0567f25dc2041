import type { Localized } from '@bodega/api'

/** The text in the language of the page, else in the store's, else the first there is; blanks are none. `es_AR` serves `es`. */
export function inLanguage(texts: Localized, ...languages: readonly string[]): string {
  const names = Object.keys(texts).sort()
  for (const language of languages) {
    const name = names.find(tag => tag.toLowerCase().split(/[_-]/)[0] === language)
    if (name && texts[name]?.trim()) return texts[name]
  }
  return names.map(name => texts[name]).find(text => text?.trim()) ?? ''
}

/**
 * As the store's country writes money, in the language of the page. Amounts have hundredths also where the currency is
 * used without: then they are shown only if there are any. What stands for a currency may be no code: `R$`.
 */
export function money(locale: string, currency: string, amount: string | number | null | undefined): string {
  if (amount === null || amount === undefined) return '-'
  if (!/^[a-z]{3}$/i.test(currency)) {
    const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    return `${currency} ${plain.format(Number(amount))}`.trim()
  }
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(locale, style).format(Number(amount))
}

/** `12.5%`, from the number before the sign. */
export const percentOf = (language: string, percent: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(Number(percent) / 100)

/** How many of something there are: `12,345`. */
export const countOf = (language: string, count: number): string => new Intl.NumberFormat(language).format(count)

export const dateOf = (language: string, time: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))

export const timeOf = (language: string, time: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 hours ago`; after a week, the date. Where the clock of the browser is slow, nothing was done in the future. */
export function ago(language: string, time: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(time))
  if (passed > 7 * 86_400_000) return dateOf(language, time)
  const [unit, length] = steps.find(([, length]) => passed >= length) ?? (['minute', 60_000] as const)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(passed / length), unit)
}

/** The first letter, which may be more than one unit of the text. */
export const initialOf = (name: string): string => ([...name.trim()][0] ?? '').toUpperCase()

/** Where the browser finds a picture: ours are taken from here, whatever name the server has elsewhere. */
export function pictureOf(src: string): string {
  const { pathname } = new URL(src, location.origin)
  return pathname.startsWith('/images/') ? pathname : src
}
