import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { World } from '../platform/clock.ts'
import { decrypt, encrypt, hashSecret, newSecret, ownerOf, type SecretKind, UnreadableSecretError } from './secrets.ts'

const world: World = { now: () => new Date(0), random: bytes => randomBytes(bytes) }
const kinds: SecretKind[] = ['bat', 'bst', 'bcs']
const kind = fc.constantFrom(...kinds)
const owner = fc.nat(Number.MAX_SAFE_INTEGER)

test('D25: a secret tells its kind and its owner, and nothing else', () => {
  fc.assert(
    fc.property(kind, owner, (kind, owner) => {
      const secret = newSecret(world, kind, owner)
      expect(secret).toMatch(new RegExp(`^${kind}_${owner.toString(36)}_[0-9A-Za-z]{36}$`))
      expect(ownerOf(secret, kinds)).toBe(owner)
      expect(ownerOf(secret, [kind])).toBe(owner)
      expect(
        ownerOf(
          secret,
          kinds.filter(other => other !== kind),
        ),
      ).toBeUndefined()
    }),
  )
})

test('one wrong character anywhere is noticed without asking anybody', () => {
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_ ')
  fc.assert(
    fc.property(kind, owner, fc.nat(), character, (kind, owner, seed, character) => {
      const secret = newSecret(world, kind, owner)
      const at = seed % secret.length
      const wrong = secret.slice(0, at) + character + secret.slice(at + 1)
      fc.pre(wrong !== secret)
      expect(ownerOf(wrong, kinds)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('no other text is taken for a secret', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), text => {
      expect(ownerOf(text, kinds)).toBeUndefined()
    }),
  )
  const secret = newSecret(world, 'bat', 1)
  for (const text of [secret.slice(1), secret.slice(0, -1), `${secret}\n`, ` ${secret}`, secret + secret, '']) {
    expect(ownerOf(text, kinds)).toBeUndefined()
  }
})

test('an owner that no number can hold is no owner', () => {
  const beyond = newSecret(world, 'bat', 2 ** 53)
  expect(ownerOf(beyond, kinds)).toBeUndefined()
})

test('secrets differ, and every character is equally likely', () => {
  const some = new Set(Array.from({ length: 1000 }, () => newSecret(world, 'bat', 1)))
  expect(some.size).toBe(1000)
  // Bytes from 248 on would make the first characters more likely, so they are thrown away.
  const bytes = [Buffer.alloc(30, 255), Buffer.alloc(30, 248), Buffer.alloc(30, 247)]
  const biased: World = { ...world, random: () => bytes.shift() ?? Buffer.alloc(30, 0) }
  expect(newSecret(biased, 'bat', 1)).toMatch(/^bat_1_z{30}/)
})

test('D25: what is stored of a token tells nothing of it, and is the same every time', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(hashSecret(one) === hashSecret(other)).toBe(one === other)
      expect(hashSecret(one)).toMatch(/^[\w-]{43}$/)
    }),
  )
})

test('D25: what is encrypted can be read under the same key only, and not changed', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.string(), key, key, fc.nat(), (text, key, other, seed) => {
      const wellFormed = text.toWellFormed()
      const sealed = encrypt(world, key, wellFormed)
      expect(decrypt(key, sealed)).toBe(wellFormed)
      expect(encrypt(world, key, wellFormed)).not.toBe(sealed)
      if (!key.equals(other)) expect(() => decrypt(other, sealed)).toThrow(UnreadableSecretError)
      const bytes = Buffer.from(sealed, 'base64url')
      const at = seed % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(() => decrypt(key, bytes.toString('base64url'))).toThrow(UnreadableSecretError)
    }),
  )
})

test('specification 5.2: what was given or sealed by an older version is known to every later one', () => {
  const token = 'bat_1z_0Example4Of9A7Token2That8Lives3RKddk'
  expect(ownerOf(token, ['bat'])).toBe(71)
  expect(hashSecret(token)).toBe('7asmzAUoMjVpzN8ZyJXWFd3FweoP0kp5Ty-4xuw9-GM')
  expect(decrypt(Buffer.alloc(32, 7), 'AQEBAQEBAQEBAQEBf0Hul7y_icc3L8A4x4uhZwWE6Nv12w')).toBe('sealed')
})
