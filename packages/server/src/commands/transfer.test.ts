import { exec } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Type from 'typebox'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findBrokenAtOnce } from '../platform/database/check.ts'
import type { Db } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { createStore } from '../stores/index.ts'
import { open } from '../testing/database.ts'
import { bodega, type Env, inCheckout, launch, newFolder } from '../testing/process.ts'
import { signal, untilBlocked } from '../testing/waiting.ts'
import { checks } from './verify.ts'

/** On a database of their own; the commands need no server. */
describe.sequential('seed, export and import on the command line', () => {
  const env: Env = {}
  let db: Db
  let folder: string
  beforeAll(async () => {
    const database = await open(true)
    db = database.db
    folder = newFolder()
    Object.assign(env, { DATABASE_URL: database.url, DATA_DIR: folder })
  })

  const newStore = () =>
    db.tx(tx => createStore(tx, new Date(), { name: 'Test', country: 'AR', email: 'owner@test.example' }))

  const Count = Type.Object({ count: Type.Integer() })
  const countOf = async (store: number) =>
    (await db.one(Count, sql`select count(*) as count from products where store_id = ${store}`)).count

  async function answer(...args: string[]) {
    const { code, stdout, stderr } = await bodega([...args, '--json'], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  test('a store is filled, written to a file, and brought into another store', async () => {
    const [from, to] = [await newStore(), await newStore()]
    const filled = await answer('seed', '--store', String(from), '--products', '40', '--locations', '2')
    expect(filled).toEqual({
      store_id: from,
      products: 40,
      locations: 2,
      customers: 0,
      orders: 0,
      seconds: expect.any(Number),
    })
    await answer('seed', '--store', String(to), '--locations', '2')

    for (const name of ['products.ndjson', 'products.csv']) {
      const file = join(folder, name)
      const out = await answer('export', 'products', '--store', String(from), '--out', file)
      expect(out).toEqual({ store_id: from, products: 40, file, seconds: expect.any(Number) })
      const result = await answer('import', 'products', file, '--store', String(to))
      expect(result).toMatchObject({ store_id: to, imported: 40, refused: 0, resumed: false })
    }
    expect(await countOf(to)).toBe(80)
    const printed = await bodega(['export', 'products', '--store', String(from)], env)
    expect(printed).toEqual({ code: 0, stdout: readFileSync(join(folder, 'products.ndjson'), 'utf8'), stderr: '' })
    const csv = await bodega(['export', 'products', '--store', String(from), '--format', 'csv'], env)
    expect(csv).toEqual({ code: 0, stdout: readFileSync(join(folder, 'products.csv'), 'utf8'), stderr: '' })
    expect(await findBrokenAtOnce(db, checks)).toEqual([])
  })

  test('refused lines are listed on stderr and in the report, and the exit code is 1', async () => {
    const store = await newStore()
    const file = join(folder, 'some.ndjson')
    const report = join(folder, 'report.ndjson')
    const wrong = Array.from({ length: 150 }, () => '{"name": ""}')
    writeFileSync(file, ['{"name": "Uno"}', 'nothing', '{"name": "Dos"}', ...wrong].join('\n'))
    const { code, stdout, stderr } = await bodega(
      ['import', 'products', file, '--store', String(store), '--report', report, '--json'],
      env,
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ imported: 2, refused: 151 })
    const lines = stderr.trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(['line 2: Problems parsing JSON', "line 4: name: can't be blank"])
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('and 51 more: --report FILE lists them all')
    const again = await bodega(['import', 'products', file, '--store', String(store), '--json'], env)
    expect(again.stderr).toMatch(
      /^bodega: .*some\.ndjson was finished at \S+ and is not read again: this is what was refused then \(--restart reads it again\)\nline 2: /,
    )
    expect(JSON.parse(again.stdout)).toMatchObject({ refused: 151, finished_at: expect.any(String) })
    const reported = readFileSync(report, 'utf8').trimEnd().split('\n')
    expect(reported).toHaveLength(151)
    expect(JSON.parse(reported[150] ?? '')).toEqual({ line: 153, reason: "name: can't be blank" })
  })

  test('an import that is killed again and again ends with exactly what the file has', async () => {
    const store = await newStore()
    const total = 6000
    const file = join(folder, 'many.ndjson')
    const line = (i: number) => JSON.stringify({ name: `Producto ${i}`, sku: `SKU-${i}`, price: i, stock: i })
    writeFileSync(file, Array.from({ length: total }, (_, i) => `${line(i)}\n`).join(''))
    // All that the planner will know is that the store was empty; the checks end in good time nonetheless.
    await db.run(raw('alter table products set (autovacuum_enabled = false)'))
    await db.run(raw('alter table variants set (autovacuum_enabled = false)'))
    await db.run(raw('analyze products, variants'))

    for (let kill = 1; kill <= 3; kill++) {
      const before = await countOf(store)
      const running = launch(['import', 'products', file, '--store', String(store)], env)
      await vi.waitUntil(async () => (await countOf(store)) > before, { timeout: 30_000, interval: 5 })
      const { code } = await running.end('SIGKILL')
      expect(code).toBeNull()
      expect(await countOf(store)).toBeLessThan(total)
    }

    const result = await answer('import', 'products', file, '--store', String(store))
    expect(result).toMatchObject({ imported: total, refused: 0, resumed: true })
    expect(await countOf(store)).toBe(total)
    const Skus = Type.Object({ skus: Type.Integer() })
    expect(await db.one(Skus, sql`select count(distinct sku) as skus from variants where store_id = ${store}`)).toEqual(
      {
        skus: total,
      },
    )
    const Events = Type.Object({ events: Type.Integer() })
    expect(
      await db.one(
        Events,
        sql`select count(*) as events from events where store_id = ${store} and event = 'product/created'`,
      ),
    ).toEqual({ events: total })
    expect(await findBrokenAtOnce(db, checks, store)).toEqual([])
  }, 120_000)

  test('exports into one file at once do not meet in it, and one that is told to end leaves nothing behind', async () => {
    const store = await newStore()
    await answer('seed', '--store', String(store), '--products', '20')
    const own = newFolder()
    const file = join(own, 'products.ndjson')
    const held = signal()
    const free = signal()
    const holding = db.tx(async tx => {
      await tx.script('lock table products in access exclusive mode')
      held.give()
      await free.promise
    })
    await held.promise
    const exports = () => launch(['export', 'products', '--store', String(store), '--out', file], env)
    const running = [exports(), exports()]
    const told = exports()
    await untilBlocked(db, 3)
    expect(await told.end('SIGINT')).toEqual({ code: null, stdout: '', stderr: '' })
    free.give()
    await holding
    for (const { ended } of running) expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(20)
    expect(readdirSync(own)).toEqual(['products.ndjson'])
  })

  test('a reader who has seen enough ends an export without a word', async () => {
    const store = await newStore()
    await answer('seed', '--store', String(store), '--products', '2000')
    const command = `"${process.execPath}" "${inCheckout('dist/cli.js')}" export products --store ${store} | head -1`
    const { stdout, stderr } = await promisify(exec)(command, { env: { PATH: process.env.PATH, ...env } })
    expect({ lines: stdout.trimEnd().split('\n').length, stderr }).toEqual({ lines: 1, stderr: '' })
  })

  test.skipIf(!existsSync('/dev/full'))('an answer that cannot be written is told in one line', async () => {
    const store = await newStore()
    await answer('seed', '--store', String(store), '--products', '1')
    for (const args of [
      ['export', 'products', '--store', String(store)],
      ['token', 'create', '--store', String(store), '--scopes', 'all'],
    ]) {
      const { code, stderr } = await launch(args, env, openSync('/dev/full', 'w')).ended
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'bodega: ENOSPC: no space left on device, write\n' })
    }
  })

  test('orders that nothing can be sold for are not made, which is said', async () => {
    const store = await newStore()
    const { code, stdout, stderr } = await bodega(['seed', '--store', String(store), '--orders', '5', '--json'], env)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `bodega: no order was made: nothing in store ${store} has stock (--products N makes some)\n`,
    })
    expect(JSON.parse(stdout)).toMatchObject({ orders: 0 })
  })

  test.each([
    [['seed', '--store', '4711', '--products', '1'], 'there is no store 4711'],
    [['seed', '--store', '1', '--products', '-1'], /argument '-1' is invalid\. It must be a whole number/],
    [['seed', '--store', '1', '--products', '100000001'], /It must be a whole number from 0 to 100000000\./],
    [['import', 'products', '/not/there', '--store', '1'], 'there is no file /not/there'],
    [['import', 'products', '/dev/null', '--store', '1'], /^\/dev\/null is no ordinary file: /],
    [['import', 'products', '/', '--store', '1'], '/ is a directory: give a file in it'],
    [['import', 'products', '/not/there', '--store', '4711'], 'there is no store 4711'],
    [['export', 'products', '--store', '4711'], 'there is no store 4711'],
    [['export', 'products', '--store', '1', '--out', '/not/there/x'], /^\/not\/there\/x cannot be written: ENOENT/],
    [['export', 'products', '--store', '1', '--out', '/'], '/ is a directory: name a file in it'],
    [['export', 'products', '--store', '1', '--format', 'xml'], /argument 'xml' is invalid/],
  ])('%j is refused in one line', async (args, line) => {
    const { code, stdout, stderr } = await bodega(args, env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^bodega: .+\n$/)
    const said = stderr.slice('bodega: '.length, -1)
    expect(said).toEqual(typeof line === 'string' ? line : expect.stringMatching(line))
  })

  test('a table with a column that does not exist is refused before anything is imported', async () => {
    const store = await newStore()
    const file = join(folder, 'wrong.csv')
    writeFileSync(file, 'name,colour\nRemera,rojo\n')
    expect(await bodega(['import', 'products', file, '--store', String(store)], env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'bodega: the first row names a column "colour", which does not exist\n',
    })
    expect(await countOf(store)).toBe(0)
  })
})
