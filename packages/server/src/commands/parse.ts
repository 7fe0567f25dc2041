import { allScopes, type EventName, eventNames, isScope, type Scope, Ulid, Uuid } from '@bodega/api'
import { InvalidArgumentError } from 'commander'
import { Value } from 'typebox/value'
import { isEmail } from '../accounts/index.ts'
import { parseInstant } from '../platform/instant.ts'
import { knownCountries } from '../stores/index.ts'

/** Options become values here; a wrong one is told by the command line with its name. */
export function id(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a positive whole number.')
  return value
}

export function count(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 100_000_000)
    throw new InvalidArgumentError('It must be a whole number from 0 to 100000000.')
  return value
}

export function scopeList(text: string): Scope[] {
  if (text === 'all') return allScopes
  return text.split(',').map(part => {
    const scope = part.trim()
    if (isScope(scope)) return scope
    throw new InvalidArgumentError(`Unknown scope "${scope}". Use "all", or some of ${allScopes.join(',')}.`)
  })
}

export function email(text: string): string {
  if (!isEmail(text)) throw new InvalidArgumentError('It must be an e-mail address.')
  return text
}

export function password(text: string): string {
  if (text.length < 8) throw new InvalidArgumentError('It must have at least 8 characters.')
  // With a longer one nobody could sign in.
  if (text.length > 256) throw new InvalidArgumentError('It must have at most 256 characters.')
  return text
}

export function country(text: string): string {
  const code = text.toUpperCase()
  if (!knownCountries.includes(code)) throw new InvalidArgumentError(`Use one of ${knownCountries.join(', ')}.`)
  return code
}

export function url(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must be an http or https address.')
  return text
}

/** Where codes go: what is behind a # would not be sent on. */
export function redirectUrl(text: string): string {
  if (text.length > 2000 || /[\s#]/.test(url(text)))
    throw new InvalidArgumentError('It must be an address without # and spaces, of at most 2000 characters.')
  return text
}

/** A name as long as the pages take it. */
export const nameUpTo = (longest: number) => (text: string) => {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.')
  if (text.length > longest) throw new InvalidArgumentError(`It must have at most ${longest} characters.`)
  return text
}

export function eventList(text: string): EventName[] {
  return text.split(',').map(part => {
    const name = eventNames.find(known => known === part.trim())
    if (!name) throw new InvalidArgumentError(`Unknown event "${part.trim()}". Use some of ${eventNames.join(',')}.`)
    return name
  })
}

export function deliveryId(text: string): string {
  if (!/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text))
    throw new InvalidArgumentError('It must be the id of a delivery, as in the header webhook-id.')
  return text
}

export const isUlid = (text: string): boolean => Value.Check(Ulid, text)
export const isUuid = (text: string): boolean => Value.Check(Uuid, text)

export function instant(text: string): Date {
  const time = parseInstant(text)
  if (!time) throw new InvalidArgumentError('It must be a time, e.g. 2026-07-11T01:29:50Z.')
  return time
}
