import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trimJournal } from './journal.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const large = 11 * 1024 * 1024
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

test('a log that has grown too long is cut, and what it was stands beside it', () => {
  const path = join(folder, 'postgres.log')
  trimJournal(path)
  writeFileSync(path, 'short')
  trimJournal(path)
  expect([sizeOf(path), sizeOf(`${path}.1`)]).toEqual([5, undefined])
  truncateSync(path, large)
  trimJournal(path)
  expect([sizeOf(path), sizeOf(`${path}.1`)]).toEqual([0, large])
})

test('one that cannot be cut ends nothing', async () => {
  // Linux cuts no program that runs.
  const path = join(folder, 'sleep')
  copyFileSync('/bin/sleep', path)
  truncateSync(path, large)
  const running = spawn(path, ['60'])
  await once(running, 'spawn')
  expect(() => trimJournal(path)).not.toThrow()
  running.kill()
  await once(running, 'exit')
})
