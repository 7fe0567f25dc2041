/** How a setting is read, and refused in one line that names it. */
import { readFileSync } from 'node:fs'

/** A setting that cannot be used: one line that names it. */
export class ConfigError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

export const fail = (name: string, problem: string): never => {
  throw new ConfigError(`${name} ${problem}`)
}

/** Empty is not set, as in files that list every setting. */
export function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

export function number(env: Env, name: string, standard: number, { min, max }: { min: number; max: number }): number {
  const value = text(env, name)
  if (value === undefined) return standard
  const parsed = Number(value)
  if (Number.isNaN(parsed) || parsed < min || parsed > max)
    fail(name, `must be a number from ${min} to ${max}, not "${value}"`)
  return parsed
}

export function whole(env: Env, name: string, standard: number, range: { min: number; max: number }): number {
  const value = number(env, name, standard, range)
  return Number.isInteger(value) ? value : fail(name, `must be a whole number, not "${env[name]}"`)
}

/** What people write for yes and no. */
export const words: Record<string, boolean> = {
  on: true,
  true: true,
  '1': true,
  yes: true,
  off: false,
  false: false,
  '0': false,
  no: false,
}

export function flag(env: Env, name: string, standard: boolean): boolean {
  const value = text(env, name)
  return value === undefined
    ? standard
    : (words[value.toLowerCase()] ?? fail(name, `must be on or off, not "${value}"`))
}

export function oneOf<T extends string>(env: Env, name: string, standard: T, values: readonly T[]): T {
  const value = text(env, name) ?? standard
  return values.find(known => known === value) ?? fail(name, `must be one of ${values.join(', ')}, not "${value}"`)
}

export function list(env: Env, name: string): string[] {
  return (text(env, name) ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** Addresses of servers, without anything behind them. */
export function urls(env: Env, name: string): string[] {
  return list(env, name).map(part => {
    if (!URL.canParse(part) || !/^https?:$/.test(new URL(part).protocol))
      fail(name, `must list http or https addresses, not "${part}"`)
    const { origin, href } = new URL(part)
    if (href !== `${origin}/`) fail(name, `must list addresses without a path, a query or a user, not "${part}"`)
    return origin
  })
}

/** What is in the file that is named. */
export function file(env: Env, name: string): string | undefined {
  const path = text(env, name)
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return fail(name, `cannot be read: ${(error as Error).message}`)
  }
}
