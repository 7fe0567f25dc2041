import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../../..', import.meta.url))

const ground = ['access', 'platform']

/**
 * Who imports whom in the server. A folder, or a file that stands at the top, may use itself, the api package and what
 * stands here; a feature uses all of it. A row names only rows above it, so there are no circles. No feature imports
 * webhooks or apps: a feature says that something happened, and who hears of it is the business of webhooks, which reads
 * the events. What goes with an app, its webhooks too, the panel lets go of.
 */
const mayUse: Record<string, readonly string[]> = {
  platform: [],
  access: ['platform'],
  events: ground,
  handles: ['platform'],
  calls: ground,
  accounts: ground,
  stores: ground,
  locations: ['stores', 'events', ...ground],
  categories: ['stores', 'handles', 'events', ...ground],
  inventory: ['locations', ...ground],
  images: ['platform'],
  products: ['inventory', 'categories', 'locations', 'stores', 'handles', 'events', ...ground],
  customers: ['events', ...ground],
  'custom-fields': ['handles', 'stores', 'events', ...ground],
  orders: ['custom-fields', 'customers', 'products', 'inventory', 'locations', 'stores', 'events', ...ground],
  metafields: ['orders', 'products', ...ground],
  coupons: ['products', 'categories', ...ground],
  transactions: ['orders', ...ground],
  'draft-orders': ['orders', 'products', ...ground],
  shipping: ['orders', 'products', 'locations', 'stores', ...ground],
  'fulfillment-orders': ['custom-fields', 'shipping', 'orders', 'inventory', 'locations', 'events', ...ground],
  scripts: ground,
  webhooks: ['events', ...ground],
  apps: ['events', ...ground],
  seeding: ['orders', 'customers', 'products', 'inventory', 'categories', 'locations', ...ground],
  transfer: ['products', 'inventory', 'categories', 'locations', ...ground],
}
const features = Object.keys(mayUse).filter(name => name !== 'platform')
mayUse.panel = features.concat('platform')
mayUse.config = ['platform']
mayUse.database = ['config', 'platform']
mayUse.demo = features.concat('platform')
mayUse.sweeps = features.concat('platform')
mayUse.app = [...features, 'sweeps', 'panel', 'config', 'platform']
mayUse.commands = [...mayUse.app, 'app', 'demo', 'database']
mayUse.cli = ['commands']
mayUse.testing = [...mayUse.commands, 'commands']

const maxLines = 300

interface Source {
  /** Relative to the packages, e.g. `server/src/events/index.ts`. */
  path: string
  text: string
  /** Relative ones as paths of the same form. */
  imports: string[]
}

const statement =
  /^\s*(?:import|export)\b[^'"]*?\bfrom\s*'([^'\n]+)'|^\s*import\s*'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'/gm

function importsOf(path: string, text: string): Source['imports'] {
  return [...text.matchAll(statement)].map(([, from, bare, dynamic]) => {
    const target = from ?? bare ?? dynamic ?? ''
    return target.startsWith('.') ? join(dirname(path), target) : target
  })
}

const sourceOf = (path: string, text: string): Source => ({ path, text, imports: importsOf(path, text) })

const sources: Source[] = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .filter(path => /^(api|server|web)\/src\/.*\.tsx?$/.test(path) && !path.includes('node_modules'))
  .map(path => sourceOf(path, readFileSync(resolve(packages, path), 'utf8')))

const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path)
const inServer = (path: string) => path.startsWith('server/src/')
/** `server/src/events/index.ts` is `events`, `server/src/app.ts` is `app`. */
const rowOf = (path: string) => relative('server/src', path).split('/')[0]?.replace(/\.ts$/, '') ?? ''

/** The imports of a file that its row does not allow, each with the reason. */
function faultsOf({ path, imports }: Source): string[] {
  const row = rowOf(path)
  const allowed = mayUse[row]
  if (!allowed) return [`${path}: ${row} has no row in the map`]
  return imports.flatMap(target => {
    if (target.startsWith('@bodega/') && !/^@bodega\/api(\/panel)?$/.test(target)) return [`${path} imports ${target}`]
    if (!target.includes('/src/')) return []
    if (!inServer(target)) return [`${path} reaches into another package: ${target}`]
    const other = rowOf(target)
    if (other === row) return []
    if (!allowed.includes(other)) return [`${path} may not use ${other}`]
    const isInside = features.includes(other) && target !== `server/src/${other}/index.ts`
    return isInside ? [`${path} reaches into ${other} past its index.ts: ${target}`] : []
  })
}

test('a row of the map names only rows above it', () => {
  const rows = Object.keys(mayUse)
  for (const [row, uses] of Object.entries(mayUse)) {
    for (const other of uses) expect(rows.indexOf(other), `${row} names ${other}`).toBeLessThan(rows.indexOf(row))
    expect(uses.every(other => rows.includes(other))).toBe(true)
  }
})

test('the server keeps to the map', () => {
  expect(sources.filter(source => inServer(source.path) && !isTest(source)).flatMap(faultsOf)).toEqual([])
})

test('a feature uses all that the map says it may', () => {
  const isUsed = (row: string, other: string) =>
    sources.some(source => {
      const isInside = (target: string) => inServer(target) && rowOf(target) === other
      return inServer(source.path) && !isTest(source) && rowOf(source.path) === row && source.imports.some(isInside)
    })
  const idle = features.flatMap(row =>
    mayUse[row]?.filter(other => !isUsed(row, other)).map(other => `${row}: ${other}`),
  )
  expect(idle).toEqual([])
})

test('what the map forbids is seen', () => {
  const faults = (path: string, text: string) => faultsOf(sourceOf(`server/src/${path}`, text))
  expect(faults('events/index.ts', "import { create } from '../locations/index.ts'")).toHaveLength(1)
  expect(faults('platform/ids.ts', "export type { Call } from '../access/index.ts'")).toHaveLength(1)
  expect(faults('inventory/levels.ts', "import {\n  arrange,\n} from '../locations/order.ts'")).toHaveLength(1)
  expect(faults('inventory/levels.ts', "const { a } = await import('../orders/index.ts')")).toHaveLength(1)
  expect(faults('stores/stores.ts', "import '../../../web/src/main.tsx'")).toHaveLength(1)
  expect(faults('gadgets/index.ts', '')).toHaveLength(1)
  expect(faults('inventory/levels.ts', "import { ids } from '../locations/index.ts'\nimport pg from 'pg'")).toEqual([])
})

test('no feature reaches for the rows of all stores: it works with what it was given', () => {
  const mayReach = ['app', 'database', 'commands', 'platform', 'testing']
  const reaching = sources
    .filter(source => inServer(source.path) && !isTest(source) && !mayReach.includes(rowOf(source.path)))
    .filter(({ text }) => /\.everywhere\b|\beverywhere[,:} ]*=/.test(text))
  expect(reaching.map(({ path }) => path)).toEqual([])
})

test('the contract needs nothing but typebox, so that it runs anywhere', () => {
  const outside = sources
    .filter(source => source.path.startsWith('api/') && !isTest(source))
    .flatMap(({ path, imports }) => imports.map(target => ({ path, target })))
    .filter(({ target }) => !target.startsWith('api/src/') && !/^typebox(\/|$)/.test(target))
  expect(outside).toEqual([])
})

test('the pages know the contract and never the server', () => {
  const outside = sources
    .filter(({ path }) => path.startsWith('web/'))
    .flatMap(({ path, imports }) => imports.map(target => ({ path, target })))
    .filter(({ target }) => /^(server\/|@bodega\/server|node:)/.test(target) || target.startsWith('api/src/'))
    .filter(({ path }) => !isTest({ path } as Source))
  expect(outside).toEqual([])
})

/** The first way back to where it started, if there is one. Types count: who reads two files needs both to understand one. */
function circle(): string[] | undefined {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const walk = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const target of graph.get(path) ?? []) {
      const found = graph.has(target) ? walk(target, [...trail, path]) : undefined
      if (found) return found
    }
    done.add(path)
    return undefined
  }
  for (const path of graph.keys()) {
    const found = walk(path, [])
    if (found) return found
  }
  return undefined
}

test('no files import each other in a circle', () => {
  expect(circle()).toBeUndefined()
})

test(`no source file has more than ${maxLines} lines`, () => {
  const long = sources.filter(source => !isTest(source) && source.text.trimEnd().split('\n').length > maxLines)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('there is something to check', () => {
  for (const name of ['api', 'server', 'web']) {
    expect(sources.filter(({ path }) => path.startsWith(`${name}/`)).length).toBeGreaterThan(5)
  }
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(200)
})
