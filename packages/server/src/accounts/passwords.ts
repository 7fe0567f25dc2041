import { invalid } from '@bodega/api'
import type { World } from '../platform/clock.ts'
import { commonPasswords } from './common-passwords.ts'

/** Loaded when it is needed: most commands are done without it. */
const argon2 = () => import('@node-rs/argon2')

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Of a password that nobody has. */
let nobodys: Promise<string> | undefined

/** Takes the same time for an account that does not exist, so that the time does not tell which ones do. */
export async function isPassword(password: string, password_hash: string | undefined): Promise<boolean> {
  nobodys ??= hashPassword('of nobody')
  const { verify } = await argon2()
  const isRight = await verify(password_hash ?? (await nobodys), password)
  return isRight && password_hash !== undefined
}

/** 20 characters, easy to copy. */
export const newPassword = (world: World): string => world.random(15).toString('base64url')

/** What is wrong with a password, if anything: whoever guesses begins with these. */
export function weaknessOf(password: string, email: string): string | undefined {
  const text = password.toLowerCase()
  const [name = ''] = email.toLowerCase().split('@')
  if (text === email.toLowerCase() || text === name) return 'must not be your e-mail address'
  if (new Set(text).size < 4) return 'is too simple'
  const plain = text.replace(/[\d\W_]+$/, '')
  return commonPasswords.has(text) || (plain.length >= 4 && commonPasswords.has(plain))
    ? 'is one of those that are tried first'
    : undefined
}

export function refuseWeak(password: string, email: string): void {
  const weakness = weaknessOf(password, email)
  if (weakness) throw invalid({ password: [weakness] })
}
