import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { createStore } from '../stores/index.ts'
import { bareProduct } from '../testing/bare-product.ts'
import { database, open } from '../testing/database.ts'
import { png } from '../testing/pictures.ts'
import { testWorld } from '../testing/store.ts'
import { claimImages } from './owner.ts'
import { createImageStore, type ImageStore } from './store.ts'
import { createDailySweep, sweepImages } from './sweep.ts'

let dataDir: string
let images: ImageStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bodega images '))
  images = createImageStore(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const newStore = async () => createImageStore(await mkdtemp(join(dataDir, 'folder ')))

const day = 24 * 3600_000
/** Nobody else shows any. */
const nobody = async () => new Set<string>()

test('files that no image shows are removed after a day, and no others', async () => {
  const { db } = await database()
  const now = new Date()
  const aStore = () =>
    db.tx(tx => createStore(tx, now, { name: 'Test', country: 'BR', email: 'a@test.example', languages: ['es'] }))
  const store = await aStore()
  const other = await aStore()
  const folder = join(dataDir, 'images', String(store))
  const saved = async (background: string, id = store) => (await images.save(id, await png({ background }))).file
  const used = await saved('#000001')
  const unused = await saved('#000002')
  const young = await saved('#000003')
  const wantedAgain = await saved('#000004')
  const ofOther = await saved('#000001', other)
  await writeFile(join(folder, `${unused}.1.draft`), 'half')
  const product = await bareProduct(db, store)
  await db.run(sql`
    insert into images (store_id, product_id, position, src, file, alt, created_at, updated_at)
    values (${store}, ${product}, 1, 'a', ${used}, '{}', ${now}, ${now})`)

  const before = new Date(now.getTime() - 2 * day)
  for (const file of [used, unused, wantedAgain, `${unused}.1.draft`]) await utimes(join(folder, file), before, before)
  await utimes(join(dataDir, 'images', String(other), ofOther), before, before)
  await saved('#000004')

  expect(await sweepImages(db, images, { now, shownElsewhere: nobody })).toBe(3)
  expect((await readdir(folder)).sort()).toEqual([used, young, wantedAgain].sort())
  expect(await readdir(join(dataDir, 'images', String(other)))).toEqual([])
  expect(await sweepImages(db, images, { now, shownElsewhere: nobody })).toBe(0)
})

test('another database with the same folder removes nothing, and is told so', async () => {
  const { db } = await database()
  const { db: stranger } = await open(true)
  const shared = await newStore()
  const { file } = await shared.save(1, await png({ background: '#000006' }))
  const warn = vi.fn()
  await claimImages(db, shared, { warn })
  expect(warn).not.toHaveBeenCalled()
  await claimImages(stranger, shared, { warn })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('of another database'))
  const later = { now: new Date(Date.now() + 2 * day), shownElsewhere: nobody }
  expect(await sweepImages(stranger, shared, later)).toBe(0)
  expect(await readdir(join(dirname(shared.ownerFile), '1'))).toEqual([file])
  expect(await sweepImages(db, shared, later)).toBe(1)
})

test('who has none of the files that the database names is told so, and who has some is not', async () => {
  const { db } = await open(true)
  const [here, there] = [await newStore(), await newStore()]
  const warn = vi.fn()
  await claimImages(db, there, { warn })
  const id = await db.tx(tx => createStore(tx, new Date(), { name: 'Shop', country: 'BR', email: 'a@b.c' }))
  const product = await bareProduct(db, id)
  const { file } = await here.save(id, await png({ background: '#000007' }))
  await db.run(sql`
    insert into images (store_id, product_id, position, src, file, alt, created_at, updated_at)
    values (${id}, ${product}, 1, 'a', ${file}, '{}', now(), now())`)
  await claimImages(db, here, { warn })
  expect(warn).not.toHaveBeenCalled()
  await claimImages(db, there, { warn })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('need one DATA_DIR'))
})

test('an image that comes again while its file is about to be removed keeps it', async () => {
  const { db } = await database()
  const now = new Date()
  const bytes = await png({ background: '#000005' })
  const { file } = await images.save(77, bytes)
  const path = join(dataDir, 'images', '77', file)
  const before = new Date(now.getTime() - 2 * day)
  await utimes(path, before, before)
  const late: ImageStore = {
    ...images,
    async remove(store, name, since) {
      await images.save(store, bytes)
      return images.remove(store, name, since)
    },
  }
  expect(await sweepImages(db, late, { now, shownElsewhere: nobody })).toBe(0)
  expect(await readdir(join(dataDir, 'images', '77'))).toEqual([file])
})

test('what others show stays for good, and they are asked once, store by store', async () => {
  const { db } = await database()
  const now = new Date()
  const before = new Date(now.getTime() - 2 * day)
  const saved = async (store: number, background: string) => {
    const { file } = await images.save(store, await png({ background }))
    await utimes(join(dataDir, 'images', String(store), file), before, before)
    return file
  }
  const sold = await saved(78, '#000006')
  const other = await saved(78, '#000007')
  const elsewhere = await saved(79, '#000006')
  const asked: [number, string[]][] = []
  const shownElsewhere = async (_db: unknown, store: number, files: readonly string[]) => {
    asked.push([store, files.toSorted()])
    return new Set(store === 78 ? [sold] : [])
  }
  expect(await sweepImages(db, images, { now, shownElsewhere })).toBe(2)
  expect(await readdir(join(dataDir, 'images', '78'))).toEqual([sold])
  expect(asked).toEqual([
    [78, [sold, other].toSorted()],
    [79, [elsewhere]],
  ])
  await sweepImages(db, images, { now: new Date(now.getTime() + 99 * day), shownElsewhere })
  expect(await readdir(join(dataDir, 'images', '78'))).toEqual([sold])
  expect(asked.filter(([store]) => store === 78)).toHaveLength(1)
})

test('whoever sweeps every hour searches once in a day', async () => {
  const { db } = await database()
  const world = testWorld()
  const { file } = await images.save(81, await png({ background: '#000009' }))
  const sweep = createDailySweep(db, images, world, nobody)
  const { signal } = new AbortController()
  const isThere = async () => (await readdir(join(dataDir, 'images', '81'))).includes(file)
  await sweep(signal)
  world.advance(day - 1000)
  await utimes(join(dataDir, 'images', '81', file), new Date(0), new Date(0))
  await sweep(signal)
  expect(await isThere()).toBe(true)
  world.advance(1000)
  await sweep(signal)
  expect(await isThere()).toBe(false)
})

test('a daily sweep does not wait for the time that a clock showed which was ahead', async () => {
  const { db } = await database()
  const world = testWorld()
  const sweep = createDailySweep(db, images, world, nobody)
  const { signal } = new AbortController()
  world.advance(365 * day)
  await sweep(signal)
  const { file } = await images.save(82, await png({ background: '#000010' }))
  await utimes(join(dataDir, 'images', '82', file), new Date(0), new Date(0))
  world.advance(-365 * day)
  await sweep(signal)
  expect(await readdir(join(dataDir, 'images', '82'))).not.toContain(file)
})

test('a sweep that is called off while others search removes nothing', async () => {
  const { db } = await database()
  const { file } = await images.save(80, await png({ background: '#000008' }))
  const closing = new AbortController()
  const shownElsewhere = async () => {
    closing.abort()
    return new Set<string>()
  }
  const options = { now: new Date(Date.now() + 3 * day), shownElsewhere, signal: closing.signal }
  expect(await sweepImages(db, images, options)).toBe(0)
  expect(await readdir(join(dataDir, 'images', '80'))).toEqual([file])
})
