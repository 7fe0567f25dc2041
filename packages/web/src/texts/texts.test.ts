import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { counts, interpolation } from './counts.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { chooseLanguage } from './index.ts'
import { withMillions } from './plurals.ts'
import { pt } from './pt/index.ts'

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

test('every language has the same texts, each with the same holes to fill', () => {
  const others = [es, pt]
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

test.each(Object.entries({ en, es, pt }))('in %s every number of things is said in words', async (language, texts) => {
  const say = await createInstance().init({
    lng: language,
    resources: { [language]: { translation: withMillions(texts) } },
  })
  const plurals = keysOf(texts).flatMap(key => (key.endsWith('_other') ? [key.replace(/_other$/, '')] : []))
  expect(plurals).toContain('products.units')
  for (const key of plurals) {
    for (const count of [0, 1, 2, 1_000_000, 2_000_000]) expect(say(key as never, { count })).not.toBe(key)
  }
})

test.each([
  ['en', en, '12,301–12,345 of 12,345', '12,345 in stock', 'Order #12345'],
  ['es', es, '12.301–12.345 de 12.345', '12.345 en stock', 'Orden #12345'],
  ['pt', pt, '12.301–12.345 de 12.345', '12.345 em estoque', 'Pedido #12345'],
])(
  'in %s how many there are is grouped, and the number of an order is not',
  async (lng, texts, range, units, title) => {
    const said = createInstance()
    await said.use(counts).init({ lng, interpolation, resources: { [lng]: { translation: texts } } })
    expect(said.t('list.range', { first: 12_301, last: 12_345, total: 12_345 })).toBe(range)
    expect(said.t('products.units', { count: 12_345 })).toBe(units)
    expect(said.t('orders.title', { number: 12_345 })).toBe(title)
  },
)
