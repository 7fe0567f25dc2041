import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { World } from '../platform/clock.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Characters that are each equally likely; bytes above the last whole multiple of 62 are thrown away. */
function randomText(world: World, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of world.random(length)) if (byte < 248 && text.length < length) text += digits[byte % 62]
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let i = 0; i < 6; i++) {
    sum = digits[rest % 62] + sum
    rest = Math.floor(rest / 62)
  }
  return sum
}

/**
 * What a secret is for can be read off it, by people, by log scanners, and by us before any query: the token of an app,
 * one made in the store admin, the secret of an app, an authorization code, a session, and the links by which a password
 * is reset or an invitation accepted.
 */
export type SecretKind = 'bat' | 'bst' | 'bcs' | 'bac' | 'bss' | 'bpr' | 'bsi'

/** `bat_1z_<30 random><6 checksum>`: kind, the store (or app, or account) it belongs to, and 178 bits that nobody can guess. */
export function newSecret(world: World, kind: SecretKind, owner: number): string {
  const text = `${kind}_${owner.toString(36)}_${randomText(world, 30)}`
  return text + checksum(text)
}

const form = /^(bat|bst|bcs|bac|bss|bpr|bsi)_([0-9a-z]{1,11})_[0-9A-Za-z]{36}$/

/** The owner of a well-formed secret. A random string is refused here, without a query. */
export function ownerOf(secret: string, kinds: readonly SecretKind[]): number | undefined {
  const [, kind, owner = ''] = form.exec(secret) ?? []
  if (!kinds.some(known => known === kind)) return undefined
  if (checksum(secret.slice(0, -6)) !== secret.slice(-6)) return undefined
  const id = Number.parseInt(owner, 36)
  return Number.isSafeInteger(id) ? id : undefined
}

/** 178 random bits need no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Takes as long wherever the two begin to differ, and whatever their lengths are. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)))

/** For the one secret that the server must be able to read again: AES-256-GCM under the server's key. */
export function encrypt(world: World, key: Buffer, text: string): string {
  const iv = world.random(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Tells whether two servers seal their secrets with the same key, and nothing of the key. */
export const keyMark = (key: Buffer): string =>
  createHmac('sha256', key).update('bodega backup').digest('base64url').slice(0, 16)

/** It was sealed under another key, or changed. */
export class UnreadableSecretError extends Error {
  constructor() {
    super('the secret is not sealed under the SECRET_KEY of this server')
  }
}

export function decrypt(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new UnreadableSecretError()
  }
}
