/**
 * `npm run licences`: the licences of all that a running server is made of, in docs/licences.md. With `--check` nothing
 * is written: it fails where the list is old, or a licence is not among those below.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const list = join(root, 'docs/licences.md')

/** Anybody may use, change and pass on what is under these. */
const permissive = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
]

/** Those that ask for something in return, package by package, and why they may stay. */
const others = [
  { name: /^@fontsource-variable\//, licence: 'OFL-1.1', why: 'fonts, passed on unchanged' },
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own that is loaded, not linked in; anyone may put another in its place',
  },
  { name: /^lightningcss/, licence: 'MPL-2.0', why: 'a tool of the build, used unchanged' },
]

/** Every package of the lock that an installation without development has. */
function packages() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license = 'none' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
}

/** What must hold, word by word: of "A AND B" both, of "A OR B" one. */
function isAllowed({ name, licence }) {
  const mayBe = word =>
    permissive.includes(word) || others.some(other => other.licence === word && other.name.test(name))
  return licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every(part => part.split(' OR ').some(mayBe))
}

const refused = () => packages().filter(one => !isAllowed(one))

function text() {
  const byLicence = groups(packages())
  const parts = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, some]) => {
      const names = [...new Set(some.map(({ name, version }) => `${name} ${version}`))].toSorted()
      return `## ${licence}\n\n${names.map(name => `- ${name}`).join('\n')}\n`
    })
  const reasons = others.map(({ licence, why }) => `- ${licence}: ${why}.`).join('\n')
  return `# Licences of what a server is made of\n\nWritten by \`npm run licences\`. All are permissive but for these:\n\n${reasons}\n\n${parts.join('\n')}`
}

/** By licence: `Map.groupBy` came after Node 20. */
function groups(all) {
  const found = new Map()
  for (const one of all) found.set(one.licence, [...(found.get(one.licence) ?? []), one])
  return found
}

const bad = refused()
for (const { name, version, licence } of bad) console.error(`${name} ${version} is under ${licence}`)
const isCheck = process.argv.includes('--check')
const isOld = isCheck && readFileSync(list, 'utf8') !== text()
if (isOld) console.error('docs/licences.md is old: npm run licences')
if (!isCheck) writeFileSync(list, text())
process.exitCode = bad.length > 0 || isOld ? 1 : 0
