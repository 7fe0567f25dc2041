import { ApiError } from '@bodega/api'
import type { TFunction } from 'i18next'
import { ChangedMeanwhile } from './meanwhile.ts'
import { sayPlace, sayWrong } from './sayings.ts'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(text => typeof text === 'string')

/** Field to what is wrong with it, whichever of its shapes the server answered in. */
export function fieldErrors(error: unknown): Record<string, string[]> {
  if (!(error instanceof ApiError)) return {}
  const { body } = error
  const fields =
    'messages' in body && typeof body.messages === 'object' && body.messages !== null ? body.messages : body
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string[]] => isTexts(entry[1])))
}

/** Why, as far as it can be said in the language of the page; what is rare stays in the server's words, which are English and precise. */
function reasonOf(error: ApiError, t: TFunction): string | undefined {
  const fields = Object.entries(fieldErrors(error))
  if (fields.length > 0)
    return fields
      .map(([field, texts]) => `${sayPlace(field, t)}: ${texts.map(text => sayWrong(text, t)).join(', ')}`)
      .join('. ')
  const { message, description } = error.body as Record<string, unknown>
  // On the paths of shipments the two have changed places. A page is what a proxy says, to whom a picture was too large.
  const said = [description, message].find(
    text => typeof text === 'string' && !/^([A-Z][a-z]+( [A-Z][a-z]+)*$|\s*<)/.test(text),
  )
  return said === undefined ? undefined : sayWrong(String(said), t)
}

/** Whether what was asked for is not there, however often it is asked for. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** What is deleted already, such as in another tab, is deleted. */
export async function gone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** The last page of a list, where one behind it was asked for. */
export function lastPageOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || !isMissing(error)) return undefined
  const { description } = error.body as Record<string, unknown>
  const [, page] = /^Last page is (\d+)$/.exec(String(description)) ?? []
  return page === undefined ? undefined : Math.max(1, Number(page))
}

/** What browsers say when nothing arrived, and what the bundle says of a style sheet. */
const silence =
  /^(Failed to fetch|NetworkError|network error|error loading|Importing a module|Unable to preload CSS|Load failed|Could not connect|The .*connection)/

/** Whether it is a fault of a page itself: that can be a TypeError too, as what `fetch` throws. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof ApiError) && !(error instanceof Error && silence.test(error.message))

/** Enough of a text to know it by. */
const mostLetters = 80

/** What others have saved, as far as it can be said in a line. */
function theirWords({ theirs }: ChangedMeanwhile): string {
  const said = Object.values(theirs).filter(value => typeof value === 'string' || typeof value === 'number')
  const words = said
    .map(String)
    .map(text => ([...text].length > mostLetters ? `${[...text].slice(0, mostLetters).join('')}…` : text))
  return words.length === 0 ? '' : `: ${words.map(text => `“${text}”`).join(', ')}`
}

/** What went wrong, for people: in their language what they can do about it, then what the server says. */
export function describeError(error: unknown, t: TFunction): string {
  if (error instanceof ChangedMeanwhile) return t('errors.changed', { what: theirWords(error) })
  if (!(error instanceof ApiError)) return t('errors.unreachable')
  const { status } = error
  if (status === 401) return t('errors.signedOut')
  if (status === 403) return t('errors.forbidden')
  if (status === 404) return t('errors.notFound')
  if (status === 412) return t('errors.changed', { what: '' })
  if (status === 429) return t('errors.tooOften')
  if (status >= 500) return t('errors.server')
  const reason = reasonOf(error, t)
  return reason === undefined ? t('errors.refused') : `${t('errors.refused')} ${reason}`
}
