import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { createStore } from '../stores/index.ts'
import { bareProduct } from '../testing/bare-product.ts'
import { database, open } from '../testing/database.ts'
import { png } from '../testing/pictures.ts'
import { claimImages } from './owner.ts'
import { createImageStore, type ImageStore } from './store.ts'
import { sweepImages } from './sweep.ts'

let dataDir: string
let images: ImageStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bodega images '))
  images = createImageStore(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

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

  const yesterday = new Date(now.getTime() - 25 * 3600_000)
  for (const file of [used, unused, wantedAgain, `${unused}.1.draft`])
    await utimes(join(folder, file), yesterday, yesterday)
  await utimes(join(dataDir, 'images', String(other), ofOther), yesterday, yesterday)
  await saved('#000004')

  expect(await sweepImages(db, images, now)).toBe(3)
  expect((await readdir(folder)).sort()).toEqual([used, young, wantedAgain].sort())
  expect(await readdir(join(dataDir, 'images', String(other)))).toEqual([])
  expect(await sweepImages(db, images, now)).toBe(0)
})

test('another database with the same folder removes nothing, and is told so', async () => {
  const { db } = await database()
  const { db: stranger } = await open(true)
  const shared = createImageStore(await mkdtemp(join(dataDir, 'shared ')))
  const { file } = await shared.save(1, await png({ background: '#000006' }))
  const warn = vi.fn()
  await claimImages(db, shared, { warn })
  expect(warn).not.toHaveBeenCalled()
  await claimImages(stranger, shared, { warn })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('of another database'))
  const later = new Date(Date.now() + 48 * 3600_000)
  expect(await sweepImages(stranger, shared, later)).toBe(0)
  expect(await readdir(join(dirname(shared.ownerFile), '1'))).toEqual([file])
  expect(await sweepImages(db, shared, later)).toBe(1)
})

test('an image that comes again while its file is about to be removed keeps it', async () => {
  const { db } = await database()
  const now = new Date()
  const bytes = await png({ background: '#000005' })
  const { file } = await images.save(77, bytes)
  const path = join(dataDir, 'images', '77', file)
  const yesterday = new Date(now.getTime() - 25 * 3600_000)
  await utimes(path, yesterday, yesterday)
  const late: ImageStore = {
    ...images,
    async remove(store, name, since) {
      await images.save(store, bytes)
      return images.remove(store, name, since)
    },
  }
  expect(await sweepImages(db, late, now)).toBe(0)
  expect(await readdir(join(dataDir, 'images', '77'))).toEqual([file])
})
