import { readFileSync } from 'node:fs'
import { unprocessable } from '@bodega/api'
import { afterEach, expect, test, vi } from 'vitest'
import { report } from './report.ts'

afterEach(() => {
  process.exitCode = undefined
})

function said(error: unknown): unknown {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  report(error)
  expect(process.exitCode).toBe(1)
  const [[line] = []] = console.mock.calls
  console.mockRestore()
  return line
}

/** As the driver tells what PostgreSQL says. */
const told = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['42501', 'permission denied for schema public', 'the database refuses: permission denied for schema public'],
  ['53100', 'could not extend file: No space left', 'the database refuses: could not extend file: No space left'],
  ['53400', 'temporary file size exceeds', 'the database refuses: temporary file size exceeds'],
  ['57014', 'canceling statement due to user request', /^the database refuses: canceling statement/],
  ['58030', 'could not read block 0', 'the database refuses: could not read block 0'],
  ['55P03', 'lock timeout', /^others hold a table that is needed, .*: try again later \(lock timeout\)$/],
  ['57P01', 'terminating connection', 'the database was lost: terminating connection'],
])('what PostgreSQL says under %s is one line', (code, message, line) => {
  expect(said(told(code, message))).toEqual(
    typeof line === 'string' ? `bodega: ${line}` : expect.stringMatching(line.source.replace('^', '^bodega: ')),
  )
})

test('so is what the system says of a file', () => {
  const failure = () => readFileSync('/not/there')
  expect(failure).toThrow(expect.toSatisfy(error => said(error) === `bodega: ${error.message}`))
})

test('so is a limit of the store, which no command passes by', () => {
  expect(said(unprocessable('Store has reached maximum limit of 1000 allowed locations'))).toBe(
    'bodega: Store has reached maximum limit of 1000 allowed locations',
  )
})

test('what nobody has thought of is shown whole', () => {
  for (const error of [new Error('nobody knows'), told('42703', 'column "x" does not exist')])
    expect(said(error)).toBe(error)
})
