/** What a server is made of: licences, and nothing that must run before it can. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

interface Locked {
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}

test('no package of a running server needs its install script: those that have one are told not to run it', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const withScript = Object.entries(packages).filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
  expect(withScript.length).toBeGreaterThan(0)
  for (const [path] of withScript)
    expect(allowScripts, path).toMatchObject({ [path.replace('node_modules/', '')]: false })
})

test('every package of a running server is under a licence of the list, and the list in the docs is new', () => {
  const script = fileURLToPath(new URL('scripts/licences.js', root))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
