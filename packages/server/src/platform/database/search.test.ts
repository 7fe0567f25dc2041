import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, like } from './search.ts'

test('folding twice is folding once, and letter case and accents make no difference', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), text => fold(fold(text)) === fold(text)))
  expect(fold('ÁRVORE Über Ñandú ÇA')).toBe('arvore uber nandu ca')
})

test('signs of patterns are sought as they are', () => {
  expect(like('50%_\\')).toBe('%50\\%\\_\\\\%')
})
