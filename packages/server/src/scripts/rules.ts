import { type FieldMap, invalid, type Script, type ScriptInput, scriptPlaces } from '@bodega/api'
import type { CheckUrl } from '../platform/outbound/index.ts'

/** What an app says of a script. */
export type Terms = Pick<Script, 'src' | 'where' | 'script_id' | 'query_params'> & { event: Script['event'] | null }

/** What a partner panel takes where nothing is chosen. */
export const panelEvent: Script['event'] = 'onfirstinteraction'

const none: Terms = { src: null, event: null, where: null, script_id: null, query_params: null }

export const newTerms = (sent: ScriptInput, checkUrl: CheckUrl): Terms => changedTerms(none, sent, checkUrl)

export const termsOf = ({ src, event, where, script_id, query_params }: Terms): Terms => ({
  src,
  event,
  where,
  script_id,
  query_params,
})

/** The terms after a change: what is left out stays, what is sent empty is cleared. All that is wrong is told at once. */
export function changedTerms(old: Terms, sent: ScriptInput, checkUrl: CheckUrl): Terms {
  const problems: FieldMap = {}
  const next: Terms = { ...old }
  if (sent.src !== undefined) next.src = sent.src || null
  if (sent.event !== undefined) next.event = sent.event
  if (sent.where !== undefined) next.where = placesOf(sent.where ?? '')
  if (sent.script_id !== undefined) next.script_id = sent.script_id
  if (sent.query_params !== undefined) next.query_params = sent.query_params || null
  next.event ??= next.src === null ? panelEvent : 'onload'
  if (next.src !== null) next.where ??= 'store'
  const refusal = next.src !== old.src && next.src !== null ? checkUrl(next.src) : undefined
  if (refusal !== undefined) problems.src = [refusal]
  if (sent.where && !arePlaces(sent.where)) problems.where = ['is not included in the list']
  if (next.query_params !== null && !isJson(next.query_params)) problems.query_params = ['must be JSON']
  if (next.src === null && next.script_id === null) {
    problems.src = ["can't be blank"]
    problems.script_id = ["can't be blank where there is no src"]
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return next
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)

const arePlaces = (list: string): boolean => namesIn(list).every(name => scriptPlaces.some(place => place === name))

/** In one order, however they are sent. */
const placesOf = (list: string): string | null =>
  scriptPlaces.filter(place => namesIn(list).includes(place)).join(',') || null

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
