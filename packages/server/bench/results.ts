import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Frame, flameGraph } from './flame.ts'
import type { Machine } from './machine.ts'
import { pictureOf } from './picture.ts'
import type { Row } from './rounds.ts'
import { markdownOf } from './table.ts'
import { type Footing, verdictsOf } from './targets.ts'

/** The root of the repository: this is a part of a bundle in `dist`. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'bench', 'results')

const round = (value: number) => Math.round(value * 1000) / 1000

/** No more digits than mean something. */
const rounded = (row: Row): Row =>
  JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'number' ? round(value) : value)))

async function write(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(path, content)
  return path
}

/** Writes a run down: as it is compared, as it is read, as it is seen, and with all that is known of it. */
export async function writeResults(all: readonly Row[], machine: Machine, footing: Footing): Promise<string> {
  const rows = all.map(rounded)
  const verdicts = verdictsOf(rows, footing)
  const at = new Date().toISOString()
  await write('latest.json', `${JSON.stringify(rows, null, 1)}\n`)
  await write('latest.md', markdownOf(rows, machine, footing, verdicts))
  await write('latest.svg', pictureOf(rows, machine))
  const whole = { at, ...machine, ...footing, verdicts, rows }
  await write(`${at.slice(0, 19).replaceAll(':', '-')}.json`, `${JSON.stringify(whole, null, 1)}\n`)
  return folder
}

/** `profile-get-products-id-16.html` */
export function writeProfile(what: string, frame: Frame): Promise<string> {
  const name = what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return write(`profile-${name}.html`, flameGraph(what, frame))
}
