/** What a server is made of: licences, known holes, and nothing that must run before it can. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

interface Locked {
  version?: string
  link?: boolean
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

// With `--omit dev` npm leaves out what a package for development needs too, and so the driver of PostgreSQL.
test('the list of parts is made without a network, from the lock file, and leaves out no package that is always needed', () => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:1/', npm_config_offline: 'true' },
    maxBuffer: 2 ** 26,
  })
  expect(status).toBe(0)
  const { components } = JSON.parse(stdout) as { components: { purl: string }[] }
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const missing = Object.entries(packages)
    .filter(([path, { dev, optional, link }]) => path.includes('node_modules/') && !optional && !link && !dev)
    .map(([path, { version }]) => `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
    .filter(purl => !listed.has(purl))
  expect(missing).toEqual([])
})

describe('npm run audit', () => {
  const report = (...severities: string[]) => ({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, i) => [`p${i}`, { name: `p${i}`, range: '<2', severity }]),
    ),
    metadata: { dependencies: { prod: 7 } },
  })

  /** With an npm that prints this. */
  function audit(printed: string) {
    const folder = mkdtempSync(join(tmpdir(), 'bodega npm '))
    try {
      writeFileSync(join(folder, 'printed'), printed)
      writeFileSync(join(folder, 'npm'), '#!/bin/sh\ncat "$(dirname "$0")/printed"\necho trouble >&2\nexit 1\n', {
        mode: 0o755,
      })
      return spawnSync(process.execPath, [fileURLToPath(new URL('scripts/audit.js', root))], {
        encoding: 'utf8',
        env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  test('is content where nothing grave is known', () => {
    const { status, stdout } = audit(JSON.stringify(report('low', 'moderate')))
    expect({ status, stdout }).toEqual({ status: 0, stdout: '7 packages asked about, 0 with a grave hole\n' })
  })

  test('fails where something grave is', () => {
    const { status, stderr } = audit(JSON.stringify(report('low', 'high', 'critical')))
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'p1 <2: high\np2 <2: critical\n' })
  })

  test.each([
    ['', 'trouble'],
    ['{"message": "405 Method Not Allowed", "statusCode": 405}', '405 Method Not Allowed'],
    ['{"error": {"summary": "getaddrinfo ENOTFOUND"}}', 'getaddrinfo ENOTFOUND'],
  ])('does not take %j for good news', (printed, reason) => {
    const { status, stdout, stderr } = audit(printed)
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toBe(`NOT CHECKED: the registry was asked for known holes and gave no answer (${reason})\n`)
  })
})
