import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashPassword, isPassword, weaknessOf } from './passwords.ts'

test('a password is right for its own hash, wrong for another, and wrong for nobody', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toMatch(/^\$argon2id\$/)
  expect(await isPassword('correct horse battery', hash)).toBe(true)
  expect(await isPassword('correct horse batterY', hash)).toBe(false)
  expect(await isPassword('of nobody', undefined)).toBe(false)
})

test.each([
  'password',
  'Password1',
  'senha123',
  'contraseña!',
  '12345678',
  'qwertyuiop',
  'iloveyou2',
  'aaaaaaaa',
  'abababab',
  'abcabcab',
  'bodega2026',
])('%s is refused: it is one that is tried first', password => {
  expect(weaknessOf(password, 'ana@example.com')).toBeDefined()
})

test('the own address is no password', () => {
  expect(weaknessOf('Ana.Lopez@example.com', 'ana.lopez@example.com')).toBeDefined()
  expect(weaknessOf('ANA.LOPEZ', 'ana.lopez@example.com')).toBeDefined()
})

test('random ones, in any characters, are fine', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 8, maxLength: 256, unit: 'grapheme' }), (random, text) => {
      expect(weaknessOf(random, 'ana@example.com')).toBeUndefined()
      expect(weaknessOf(`${text} ${random}`, 'ana@example.com')).toBeUndefined()
    }),
  )
})
