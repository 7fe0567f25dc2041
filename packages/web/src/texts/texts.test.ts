import { expect, test } from 'vitest'
import { chooseLanguage } from './index.ts'

test('the first language that we speak wins', () => {
  expect(chooseLanguage(['fr-FR', 'pt-PT', 'es'])).toBe('pt')
  expect(chooseLanguage(['es-419'])).toBe('es')
})

test('who speaks none of ours reads English', () => {
  expect(chooseLanguage(['de', 'ja-JP'])).toBe('en')
  expect(chooseLanguage([''])).toBe('en')
})
