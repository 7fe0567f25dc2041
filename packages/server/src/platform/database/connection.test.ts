import { expect, test } from 'vitest'
import { begin, type Connection, isWalled, naming } from './connection.ts'

test('a statement is prepared when it comes again and again, and only so many are', () => {
  const nameOf = naming(40)
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => nameOf('select 1'))
  expect([first, second]).toEqual([undefined, undefined])
  expect(third).toMatch(/^[\w-]{27}$/)
  expect(fourth).toBe(third)
  const texts = Array.from({ length: 2000 }, (_, i) => `select ${i} from filters`)
  // However often each comes.
  for (const text of texts) for (let use = 0; use < 5; use++) nameOf(text)
  expect(texts.filter(text => nameOf(text) !== undefined)).toEqual(texts.slice(0, 39))
  expect(nameOf('select 1')).toBe(third)
})

test('a transaction is begun and told whose rows it sees in one message: where that fails, all that follows does', async () => {
  const sent: string[] = []
  const connection = { query: async (text: string) => void sent.push(text), [isWalled]: true }
  await begin(connection as unknown as Connection, 'isolation level read committed', 5)
  expect(sent).toEqual([
    "begin isolation level read committed; set local role bodega_store; set local bodega.store_id = '5'",
  ])
})
