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

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [path + name] : keysOf(text, `${path}${name}.`),
  )

test('every language has the same texts, each with the same holes to fill', async () => {
  const { en } = await import('./en/index.ts')
  const others = [(await import('./es/index.ts')).es, (await import('./pt/index.ts')).pt]
  for (const texts of others) expect(keysOf(texts).sort()).toEqual(keysOf(en).sort())
  const holes = (texts: object): unknown =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        typeof text === 'string' ? [...text.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort() : holes(text),
      ]),
    )
  for (const texts of others) expect(holes(texts)).toEqual(holes(en))
})
