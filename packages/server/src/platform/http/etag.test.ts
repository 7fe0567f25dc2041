import fc from 'fast-check'
import { expect, test } from 'vitest'
import { etagOf, etagOfBoth, isCurrent, matches } from './etag.ts'

test('D12: equal bodies have equal tags, others have others', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(etagOf(one) === etagOf(other)).toBe(one === other)
      expect(etagOf(one)).toMatch(/^"[\w-]+"$/)
    }),
  )
})

test('D12: a tag is found wherever it stands in a list, weak or not', () => {
  const others = fc.array(fc.string().map(etagOf), { maxLength: 4 })
  fc.assert(
    fc.property(others, others, fc.string(), fc.boolean(), (before, after, body, isWeak) => {
      const tag = etagOf(body)
      const list = [...before, isWeak ? `W/${tag}` : tag, ...after]
      for (const separator of [',', ', ', ' , ']) expect(matches(list.join(separator), tag)).toBe(true)
      expect(matches([...before, ...after].join(', '), tag)).toBe(before.includes(tag) || after.includes(tag))
    }),
  )
})

test('D12: the star is any tag, and anything else none', () => {
  expect(matches('*', etagOf('x'))).toBe(true)
  expect(matches(' * ', etagOf('x'))).toBe(true)
  for (const header of ['', '"', 'x', '**', etagOf('x').slice(1, -1), `x${etagOf('x')}`]) {
    expect(matches(header, etagOf('x'))).toBe(false)
  }
})

test('D12: a resource that is shown with more is current whatever became of the rest, and has not changed as a whole', () => {
  const [seen, now] = [etagOfBoth('order', 'order and shipments'), etagOfBoth('order', 'order and others')]
  for (const header of [seen, `W/${seen}`, `"x", ${seen}`]) expect(isCurrent(header, etagOf('order'))).toBe(true)
  expect(isCurrent(etagOf('order'), etagOf('order'))).toBe(true)
  expect(isCurrent(seen, etagOf('another'))).toBe(false)
  expect(isCurrent(seen, undefined)).toBe(false)
  expect([matches(seen, seen), matches(seen, now), matches(seen, etagOf('order'))]).toEqual([true, false, false])
})

test('D12: what has no tag matches none but the star', () => {
  for (const header of ['', '"a"', '"a", ', ',']) expect(matches(header, undefined)).toBe(false)
  expect(matches('*', undefined)).toBe(true)
})
