import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { put } from './file.ts'

const folder = mkdtempSync(join(tmpdir(), 'bodega file '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file and the folders that lead to it are for their owner only', async () => {
  await put(join(folder, 'a', 'b', 'file'), Buffer.from('x'))
  const modes = ['a', 'a/b', 'a/b/file'].map(path => statSync(join(folder, path)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o600])
})

test.skipIf(process.getuid?.() !== 0)('what root puts belongs to whom the data belongs to', async () => {
  chownSync(folder, 1234, 5678)
  await put(join(folder, 'images', '1', 'file'), Buffer.from('x'))
  await put(join(folder, 'images', '1', 'other'), Buffer.from('x'))
  for (const path of ['images', 'images/1', 'images/1/file', 'images/1/other'])
    expect(statSync(join(folder, path)), path).toMatchObject({ uid: 1234, gid: 5678 })
})
