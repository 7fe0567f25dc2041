import { ApiError, etagOf } from '@bodega/api'
import { changesOf, isSame } from './changes.ts'

/** Somebody else has saved something else where this was to be saved, and it was not written over. */
export class ChangedMeanwhile extends Error {
  /** What they have saved, by its place. */
  readonly theirs: Places

  constructor(theirs: Places) {
    super('Somebody else has changed the same')
    this.theirs = theirs
  }
}

/** Every field by its name, and of what has parts of its own, as a text in several languages, each of them: `name.es`. */
export type Places = Readonly<Record<string, unknown>>

const hasParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const placesOf = (thing: object): Places =>
  Object.fromEntries(
    Object.entries(thing).flatMap(([field, value]) =>
      hasParts(value) ? Object.entries(value).map(([part, text]) => [`${field}.${part}`, text]) : [[field, value]],
    ),
  )

/** The thing with other values at these places. */
export function over<T extends object>(thing: T, places: Places): T {
  const all: Record<string, unknown> = Object.fromEntries(Object.entries(thing))
  for (const [place, value] of Object.entries(places)) {
    const [field = '', part] = place.split('.')
    all[field] = part === undefined ? value : { ...(all[field] as object | undefined), [part]: value }
  }
  // The places are those of such a thing, which their type does not say.
  return all as T
}

/** Of these values those at the places of others. */
export const at = (values: Places, places: Places): Places =>
  Object.fromEntries(Object.keys(places).map(place => [place, values[place]]))

interface Versions<I> {
  /** As it was when somebody began to type over it. */
  seen: I
  typed: I
  /** As it is by now. */
  now: I
}

/** What others have put where something else was typed. */
export function theirsOf<I extends object>({ seen, typed, now }: Versions<I>): Places {
  const [before, ours, theirs] = [seen, typed, now].map(placesOf) as [Places, Places, Places]
  return Object.fromEntries(
    Object.entries(changesOf(before, theirs)).filter(([place, value]) => !isSame(ours[place], value)),
  )
}

/** Each attempt meets others who were at the same thing in that moment. */
const mostAttempts = 5

/** Changes a thing as it is by now, and again where others were quicker: between reading and writing nothing is lost. */
export async function saveOver<T extends object, R>(
  read: () => Promise<T>,
  write: (now: T, headers: Record<string, string>) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await read()
    const etag = etagOf(now)
    try {
      return await write(now, etag === undefined ? {} : { 'if-match': etag })
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof ApiError) || error.status !== 412) throw error
    }
  }
}
