import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiesOf, mark } from './load.ts'
import { duration, timeLeft } from './progress.ts'

test('every copy has its own values where the template is marked, and all else alike', () => {
  const templates = [`1\t${mark}id 7${mark}\tmug ${mark}copy${mark}`, 'fixed']
  const written = [
    ...copiesOf(templates, {
      count: 2,
      valueIn: (name, copy) => (name === 'copy' ? copy : Number(name.slice(3)) + copy * 100),
    }),
  ]
  expect(written.join('')).toBe('1\t107\tmug 1\nfixed\n1\t207\tmug 2\nfixed\n')
})

test('there are as many lines as templates times copies, in pieces that fit into memory', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{0,40}$/), { maxLength: 5 }), fc.nat(200), (templates, count) => {
      const written = [...copiesOf(templates, { count, valueIn: () => '' })]
      expect(written.join('').split('\n')).toHaveLength(templates.length * count + 1)
    }),
  )
  const long = 'x'.repeat(100_000)
  expect(Math.max(...[...copiesOf([long], { count: 20, valueIn: () => '' })].map(({ length }) => length))).toBeLessThan(
    500_000,
  )
})

test('the time left is what is planned, stretched as what is done was', () => {
  expect(timeLeft([10, 10, 20], 0, 0)).toBe(40)
  expect(timeLeft([10, 10, 20], 2, 60)).toBe(60)
  expect(timeLeft([10, 10, 20], 2, 5)).toBe(20)
  expect([duration(40.4), duration(200)]).toEqual(['40 s', '3 min'])
})
