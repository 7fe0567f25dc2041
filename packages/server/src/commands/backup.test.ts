import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBegun } from '../platform/database/migrate.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { bareProduct } from '../testing/bare-product.ts'
import { open } from '../testing/database.ts'
import { locationNames, postLocation } from '../testing/locations.ts'
import { answer, bodega, type DemoStore, demoOf, headersOf, launch, newFolder, serve } from '../testing/process.ts'
import { until } from '../testing/waiting.ts'

/** Makes a location, reads the journal on from an entry until that one is there, and returns how far it has come. */
async function readUntilTold(url: string, demo: DemoStore, name: string, since: number): Promise<number> {
  const { id } = (await (await postLocation(url, demo, name)).json()) as { id: string }
  let last = since
  await until(async () => {
    const response = await fetch(`${url}/v1/${demo.store_id}/events?since=${last}`, { headers: headersOf(demo) })
    const entries = (await response.json()) as { id: number; notification: { id?: unknown } }[]
    last = entries.at(-1)?.id ?? last
    return entries.some(({ notification }) => notification.id === id)
  }, 30_000)
  return last
}

describe('backup and restore on the command line', () => {
  test('carry a store from a running server to another one', async () => {
    const server = await serve()
    const demo = demoOf(server.dataDir)
    await postLocation(server.url, demo, 'Of yesterday')
    mkdirSync(join(server.dataDir, 'images'), { recursive: true })
    writeFileSync(join(server.dataDir, 'images', 'one.webp'), 'picture')

    const file = join(newFolder(), 'backup.gz')
    const made = await bodega(['backup', file, '--json'], { DATA_DIR: server.dataDir })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toMatchObject({ file, images: 1, rows: { locations: 4 } })
    const names = await locationNames(server.url, demo)
    const read = await readUntilTold(server.url, demo, 'Lost', 0)
    await server.end()

    const dataDir = newFolder()
    const secretKey = readFileSync(join(server.dataDir, 'secret.key'))
    writeFileSync(join(dataDir, 'secret.key'), secretKey, { mode: 0o600 })
    const restored = await bodega(['restore', file, '--json'], { DATA_DIR: dataDir })
    expect(restored.code, restored.stderr).toBe(0)
    expect(JSON.parse(restored.stdout)).toMatchObject({ secret_key: 'same', images: 1, rows: { locations: 4 } })
    expect(readFileSync(join(dataDir, 'images', 'one.webp'), 'utf8')).toBe('picture')

    const other = await serve({ DATA_DIR: dataDir })
    expect(await locationNames(other.url, demo)).toEqual(names)
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false)
    // Whoever has read what is lost goes on reading, and hears of what comes next.
    expect(await readUntilTold(other.url, demo, 'Of today', read)).toBeGreaterThan(read)

    const again = await bodega(['restore', file], { DATA_DIR: dataDir })
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toMatch(/^bodega: the database holds data already .*\n$/)
  }, 120_000)

  test('bring nothing back without the numbers of the journal that nobody has read yet', async () => {
    const from = { DATABASE_URL: (await open(true)).url, DATA_DIR: newFolder() }
    await answer(from, 'store', 'create', '--name', 'A', '--country', 'AR', '--owner-email', 'a@b.example')
    const file = join(from.DATA_DIR, 'backup.gz')
    await answer(from, 'backup', file)

    const { url: DATABASE_URL, db } = await open(true)
    const to = { DATABASE_URL, DATA_DIR: newFolder() }
    // As if the end came at this very place.
    await db.run(raw('alter table dispatch add constraint cut check (last_entry < 1000000)'))
    expect(await bodega(['restore', file], to)).toMatchObject({ code: 1, stdout: '' })
    expect(await db.run(raw('select from stores'))).toBe(0)
    await db.run(raw('alter table dispatch drop constraint cut'))
    expect(await bodega(['restore', file], to)).toMatchObject({ code: 0 })
    expect(await db.run(raw('select from dispatch where store_id = 1 and last_entry >= 1000000'))).toBe(1)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('leave nothing behind when they are told to end (%s)', async signal => {
    const { url: DATABASE_URL } = await open(true)
    const DATA_DIR = newFolder()
    mkdirSync(join(DATA_DIR, 'images'))
    // Takes a while, and no room on the disk.
    writeFileSync(join(DATA_DIR, 'images', 'endless.webp'), '')
    truncateSync(join(DATA_DIR, 'images', 'endless.webp'), 2 ** 35)
    const folder = newFolder()
    const command = launch(['backup', join(folder, 'backup.gz')], { DATABASE_URL, DATA_DIR })
    await until(async () => readdirSync(folder).length > 0)
    expect(await command.end(signal)).toEqual({ code: null, stdout: '', stderr: '' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('say where images are missing, because they are in another folder', async () => {
    const { url: DATABASE_URL, db } = await open(true)
    const folder = newFolder()
    const env = { DATABASE_URL, DATA_DIR: join(folder, 'elsewhere') }
    const file = join(folder, 'backup.gz')
    const store = await answer(env, 'store', 'create', '--name', 'A', '--country', 'AR', '--owner-email', 'a@b.example')
    const product = await bareProduct(db, store.store_id)
    expect(await bodega(['backup', file], env)).toMatchObject({ code: 0, stderr: '' })
    await db.run(sql`
      insert into images (store_id, product_id, position, src, file, alt, created_at, updated_at)
      values (${store.store_id}, ${product}, 1, 'a', 'a.png', '{}', now(), now())`)
    expect(await bodega(['backup', file], env)).toMatchObject({
      code: 0,
      stderr: `bodega: no image is in ${env.DATA_DIR}/images, and so none is in the backup: set the DATA_DIR of the server\n`,
    })
  })

  test('say in one line what is wrong with the file, or the folder', async () => {
    const env = { DATA_DIR: newFolder() }
    expect(await bodega(['restore', '/not/there'], env)).toMatchObject({
      code: 1,
      stderr: 'bodega: there is no file /not/there\n',
    })
    await bodega(['migrate'], env)
    const file = join(env.DATA_DIR, 'backup.gz')
    await answer(env, 'backup', file)
    const { url: DATABASE_URL, db } = await open(false)
    const nowhere = await bodega(['restore', file], { DATABASE_URL, DATA_DIR: '/proc/foo' })
    expect(nowhere.stderr).toMatch(/^bodega: DATA_DIR cannot be used: ENOENT.*\n$/)
    expect(await isBegun(db)).toBe(false)
    const unwritable = await bodega(['backup', '/not/there/file'], env)
    expect(unwritable).toMatchObject({ code: 1 })
    expect(unwritable.stderr).toMatch(/^bodega: \/not\/there\/file cannot be written: .*\n$/)
  })

  test.skipIf(process.platform === 'win32')('leave what is no file where a file should go', async () => {
    const { url: DATABASE_URL } = await open(true)
    const folder = newFolder()
    // As a pipe or a device is.
    const socket = join(folder, 'socket')
    const server = createServer().listen(socket)
    await once(server, 'listening')
    const env = { DATABASE_URL, DATA_DIR: folder }
    const refused = { code: 1, stdout: '' }
    const taken = `bodega: ${socket} is no ordinary file, and would be replaced by one\n`
    expect(await bodega(['backup', socket], env)).toEqual({ ...refused, stderr: taken })
    expect(await bodega(['backup', folder], env)).toEqual({
      ...refused,
      stderr: `bodega: ${folder} is a directory: name a file in it\n`,
    })
    expect(await bodega(['backup', '-'], env)).toEqual({
      ...refused,
      stderr: 'bodega: - is no name for a file here: give another one\n',
    })
    // It is read through first, and would be empty then.
    const { stderr } = await bodega(['restore', '/dev/stdin'], env)
    expect(stderr).toMatch(/^bodega: \/dev\/stdin is no ordinary file: .*\n$/)
    expect(lstatSync(socket).isSocket()).toBe(true)
    server.close()
  })
})
