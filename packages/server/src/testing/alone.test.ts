import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let alone: (lock: string, work: () => Promise<unknown>) => Promise<void>
let folder: string
let lock: string

beforeAll(async () => {
  ;({ alone } = await import(new URL('../../../../scripts/alone.js', import.meta.url).href))
  folder = mkdtempSync(join(tmpdir(), 'alone-'))
  lock = join(folder, 'lock')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that is there for as long as this one. */
const somebody = String(process.ppid)
const nobody = '99999999'
const old = new Date(Date.now() - 11 * 60_000)

test.each([
  ['of a process that is gone', nobody, new Date()],
  ['with our own number, as the next process in a container has', String(process.pid), new Date()],
  ['with a number that somebody else has by now', somebody, old],
  ['without a number, of a full disk', '', old],
])('a lock %s holds nobody up', async (_, text, made) => {
  writeFileSync(lock, text)
  utimesSync(lock, made, made)
  const work = vi.fn(async () => expect(existsSync(lock)).toBe(true))
  await alone(lock, work)
  expect(work).toHaveBeenCalledOnce()
  expect(existsSync(lock)).toBe(false)
})

test.each([somebody, ''])('one that is held, %o, is waited for, and that is said', async text => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  writeFileSync(lock, text)
  const work = vi.fn(async () => {})
  const done = alone(lock, work)
  await vi.waitUntil(() => said.mock.calls.length > 0)
  expect(said.mock.calls).toEqual([[expect.stringContaining(lock)]])
  expect(work).not.toHaveBeenCalled()
  rmSync(lock)
  await done
  expect(work).toHaveBeenCalledOnce()
  said.mockRestore()
})
