import { expect, test } from 'vitest'
import { readOptions, seedOf, whole } from './options.ts'

const options = { minutes: { type: 'string', default: '5' }, standby: { type: 'boolean', default: false } } as const
const read = (...args: string[]) => readOptions('npm run faults', args, options)

test('what is not given has its default', () => {
  expect({ ...read('--standby') }).toEqual({ minutes: '5', standby: true })
})

test.each([
  [['--minuets', '5'], "Unknown option '--minuets' (npm run faults -- --help)"],
  [['now'], "Unexpected argument 'now'"],
  [['--standby=yes'], "Option '--standby' does not take an argument (npm run faults -- --help)"],
  [['--minutes'], "Option '--minutes <value>' argument missing (npm run faults -- --help)"],
])('%j is refused in one line that names it', (args, message) => {
  expect(() => read(...args)).toThrow(message)
})

test.each(['', ' ', '1.5', '1e3', '0x10', 'many', '-1', '1000000000', 'NaN'])('no seed is %j', text => {
  expect(() => seedOf(text)).toThrow(`--seed must be a whole number from 0 to 999999999, not "${text}"`)
})

test('a whole number may be the least and the greatest', () => {
  for (const text of ['1', '7']) expect(whole('requests', text, { min: 1, max: 7 })).toBe(Number(text))
})
