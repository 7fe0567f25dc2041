/** Builds what must be built: the server to dist/cli.js, the pages to dist/web, the docs' script beside them. */
import { readdirSync, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { alone } from './alone.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built')

/** The time of the newest file below, sources and lock file alike. Asked one after the other: to wait for a thousand takes longer. */
function newest(path) {
  const { mtimeMs } = statSync(path)
  const below = readdirSync(path, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules')
  const times = below.map(entry => (entry.isDirectory() ? newest : timeOf)(join(path, entry.name)))
  return Math.max(mtimeMs, ...times)
}

const timeOf = path => statSync(path).mtimeMs

function isCurrent() {
  const built = statSync(stamp, { throwIfNoEntry: false })
  if (!built) return false
  const times = [newest(join(root, 'packages')), newest(join(root, 'scripts')), timeOf(join(root, 'package-lock.json'))]
  return built.mtimeMs > Math.max(...times)
}

/** Where the parts are, and how Vite builds each. */
export const parts = ['server', 'web'].map(name => {
  const folder = join(root, 'packages', name)
  return { root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' }
})

/** Vite builds for the `NODE_ENV` it finds and leaves one behind, which must not decide how the server then runs. */
export async function bundle(...configs) {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const vite = await import('vite')
    for (const config of configs) await vite.build(config)
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/** Assets are compressed once, here, so that the server only has to send them. */
async function compress(folder) {
  const names = (await readdir(folder)).filter(name => /\.(js|css|svg)$/.test(name))
  const packings = { br: promisify(brotliCompress), gz: promisify(gzip) }
  for (const name of names) {
    const path = join(folder, name)
    const content = await readFile(path)
    for (const [ending, pack] of Object.entries(packings)) await writeFile(`${path}.${ending}`, await pack(content))
  }
}

export async function build({ force = false } = {}) {
  if (!force && isCurrent()) return
  await mkdir(dist, { recursive: true })
  // Two that start side by side must not write the same files: the second waits, and then finds them built.
  await alone(join(dist, '.building'), async () => {
    if (!force && isCurrent()) return
    // Not to the standard output: that is for what a command answers.
    console.error('Building ...')
    const begun = new Date()
    await bundle(...parts)
    await compress(join(dist, 'web', 'assets'))
    const reference = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'))
    await copyFile(join(reference, 'js', 'standalone.js'), join(dist, 'reference.js'))
    await writeFile(stamp, '')
    // What was edited while it was being built is not in it.
    await utimes(stamp, begun, begun)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ force: process.argv.includes('--force') })
