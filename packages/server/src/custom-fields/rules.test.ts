/** docs/contract: custom-fields 2 and 3, as laws. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extended, kept, listProblem, textOf, valueProblem } from './rules.ts'

const field = (value_type: 'text_list' | 'text' | 'numeric' | 'date', values: string[] = []) => ({ value_type, values })
const isFit = (...args: Parameters<typeof valueProblem>) => valueProblem(...args) === undefined

const words = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'A', ' a', 'é', '0'), { maxLength: 12 })
const known = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'A', 'x'))

describe('the list of a field', () => {
  test('law: it keeps what it had, in order, and then each new word once', () => {
    fc.assert(
      fc.property(known, words, (had, added) => {
        expect(kept(extended(had, added))).toEqual([...new Set([...had, ...added])])
      }),
    )
  })

  test('law: each word that is added is answered for, with an error where it was there already', () => {
    fc.assert(
      fc.property(known, words, (had, added) => {
        const outcomes = extended(had, added).slice(had.length)
        expect(outcomes.map(({ value }) => value)).toEqual(added)
        for (const [i, { value, created, error }] of outcomes.entries()) {
          expect(created).toBe(!had.includes(value) && added.indexOf(value) === i)
          expect(error !== undefined).toBe(!created)
        }
      }),
    )
  })

  test('law: to add the same again changes nothing', () => {
    fc.assert(
      fc.property(known, words, (had, added) => {
        const once = kept(extended(had, added))
        expect(kept(extended(once, added))).toEqual(once)
      }),
    )
  })

  test('it has at most 250 words, and only a text_list has any', () => {
    const many = Array.from({ length: 251 }, (_, i) => String(i))
    expect(listProblem(field('text_list'), extended([], many))).toBe('must have at most 250 items')
    expect(listProblem(field('text_list'), extended(many.slice(1), many.slice(1)))).toBeUndefined()
    expect(listProblem(field('text'), extended([], ['a']))).toContain('must be empty')
    expect(listProblem(field('text'), [])).toBeUndefined()
  })
})

describe('a value', () => {
  test('law: of a list is one of its words, letter by letter', () => {
    fc.assert(
      fc.property(known, fc.constantFrom<string>('a', 'b', 'c', 'A', 'x', 'X', ' a', 'a '), (values, value) => {
        expect(isFit(field('text_list', values), value)).toBe(values.includes(value))
      }),
    )
  })

  test('law: every number of JSON is numeric, and kept as that number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        const text = textOf(number) ?? ''
        expect(isFit(field('numeric'), text)).toBe(true)
        // JSON has no -0 that anybody would miss.
        expect(Number(text)).toBe(number === 0 ? 0 : number)
      }),
    )
  })

  test('law: every day is a date, and no other text of that form is', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, date => {
        expect(isFit(field('date'), date.toISOString().slice(0, 10))).toBe(true)
      }),
    )
    const two = (number: number) => String(number).padStart(2, '0')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 35 }), (month, date) => {
        const days = new Date(Date.UTC(2026, month, 0)).getUTCDate()
        const isThere = month >= 1 && month <= 12 && date >= 1 && date <= days
        expect(isFit(field('date'), `2026-${two(month)}-${two(date)}`)).toBe(isThere)
      }),
    )
  })

  test('law: any text is text', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), text => isFit(field('text'), text)))
  })

  test.each([...['', ' ', 'one', '1,5', '1.', '.5', '0x10', '1e', '1e999', 'NaN', 'Infinity', '1 2', '--1', '1\n']])(
    '%j is no number',
    text => {
      expect(isFit(field('numeric'), text)).toBe(false)
    },
  )

  test.each(['0', '-1', '+2', '10.50', '007', '1e3', '1.5E-7', '123456789012345678901234567890'])(
    '%j is a number',
    text => {
      expect(isFit(field('numeric'), text)).toBe(true)
    },
  )

  test.each(['', '2026-7-1', '20260711', '11/07/2026', '2026-07-11T00:00:00Z', '2026-02-29', 'today', '2026-07-11\n'])(
    '%j is no date',
    text => {
      expect(isFit(field('date'), text)).toBe(false)
    },
  )

  test('null and an empty text take it away', () => {
    expect([textOf(null), textOf(''), textOf(0), textOf(' ')]).toEqual([null, null, '0', ' '])
  })
})
