import { expect, test } from 'vitest'
import { optionsOf } from './options.ts'

test('without options all is measured, in three rounds and up to a million rows', () => {
  expect(optionsOf([])).toMatchObject({ only: '', isQuick: false, rows: 1_000_000, rounds: 3, isProfiled: false })
})

test('a quick look is one round', () => {
  expect(optionsOf(['--quick'])).toMatchObject({ isQuick: true, rounds: 1 })
})

test('help and list are read and do nothing', () => {
  expect(optionsOf(['--help', '--quick'])).toBe('help')
  expect(optionsOf(['--list'])).toBe('list')
})

test.each([
  [['--rows', '1500'], '--rows must be a multiple of 1000, not "1500"'],
  [['--rows', 'many'], '--rows must be a whole number from 1000 to 10000000, not "many"'],
  [['--connections', '0'], '--connections must be a whole number from 1 to 512, not "0"'],
  [['--fast'], "Unknown option '--fast' (npm run bench -- --help)"],
  [['GET'], "Unexpected argument 'GET'"],
])('%j is refused in one line that names it', (args, message) => {
  expect(() => optionsOf(args)).toThrow(message)
})
