import { type FileHandle, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../platform/http/server.ts'
import { gif, jpg, png, turnedJpg } from '../testing/pictures.ts'
import { serveImages } from './serve.ts'
import { createImageStore, type ImageStore } from './store.ts'

let dataDir: string
let images: ImageStore
let app: FastifyInstance
/** The last that was opened. */
let handle: FileHandle | undefined
const open: ImageStore['open'] = async (store, name) => {
  const found = await images.open(store, name)
  handle = found?.handle
  return found
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bodega images '))
  images = createImageStore(dataDir)
  app = createServer({ logger: undefined, trustProxy: false })
  serveImages(app, { ...images, open })
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('an image is served as it is, to be kept for ever', async () => {
  const bytes = await jpg()
  const { file } = await images.save(1, bytes)
  const answer = await get(`/images/1/${file}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload).toEqual(bytes)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${file}"`,
  })
  const known = await get(`/images/1/${file}`, { 'if-none-match': `"${file}"` })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  // A handle that is closed has no number.
  expect(handle?.fd).toBe(-1)
  const head = await app.inject({ method: 'HEAD', url: `/images/1/${file}` })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(bytes.length), ''])
})

test('whatever is no image of this store is not found, in JSON', async () => {
  const { file } = await images.save(1, await png())
  const hash = file.slice(0, 40)
  await writeFile(join(dataDir, 'secret.key'), 'secret')
  await writeFile(join(dataDir, 'images', '1', 'secret.key'), 'secret')
  const paths = [
    `/images/2/${file}`,
    `/images/01/${file}`,
    `/images/x/${file}`,
    `/images/1/${'0'.repeat(40)}.png`,
    `/images/1/${hash}.jpg`,
    `/images/1/${hash.toUpperCase()}.png`,
    '/images/1/secret.key',
    '/images/1/..%2f..%2fsecret.key',
    '/images/1/../../secret.key',
    '/images/..%2f..%2f/secret.key',
    `/images/1/..%2f1%2f${file}`,
    `/images/1/${file}%00`,
    `/images/1%2f${file}`,
    '/images/1/%2e%2e',
    '/images/1/',
    '/images/1',
    // Renditions that nobody may ask for.
    `/images/1/${hash}-241-0.png`,
    `/images/1/${hash}-240-100.png`,
    `/images/1/${hash}-0-0.png`,
    `/images/1/${hash}-0-240.png`,
    `/images/1/${hash}-0240-0.png`,
    `/images/1/${hash}-240-0.gif`,
    `/images/1/${hash}-240.png`,
    `/images/1/${'0'.repeat(40)}-240-0.webp`,
  ]
  for (const path of paths) {
    const answer = await get(path)
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
    expect(answer.headers['cache-control']).toBeUndefined()
  }
  expect(await readdir(join(dataDir, 'renditions')).catch(() => [])).toEqual([])
})

test.each([
  ['-50-0.png', 'image/png', 50, 25],
  ['-240-0.png', 'image/png', 240, 120],
  ['-240-0.webp', 'image/webp', 240, 120],
  ['-480-480.webp', 'image/webp', 480, 240],
  // Never enlarged.
  ['-1024-0.webp', 'image/webp', 800, 400],
  ['-1024-1024.png', 'image/png', 800, 400],
])('the rendition %s has its size', async (suffix, type, width, height) => {
  const { file } = await images.save(3, await png({ width: 800, height: 400 }))
  const answer = await get(`/images/3/${file.slice(0, 40)}${suffix}`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
  expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: type.slice(6), width, height })
})

test('a high image fits into the square, or only into the width, as its name says', async () => {
  const { file } = await images.save(3, await jpg({ width: 400, height: 800 }))
  const sizeOf = async (suffix: string) => {
    const { width, height } = await sharp((await get(`/images/3/${file.slice(0, 40)}${suffix}`)).rawPayload).metadata()
    return [width, height]
  }
  expect(await sizeOf('-100-0.jpg')).toEqual([100, 200])
  expect(await sizeOf('-100-100.jpg')).toEqual([50, 100])
})

test('a rendition is turned the right way and tells nothing of its maker', async () => {
  const original = await turnedJpg({ width: 600, height: 400 })
  expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('somebody')
  const { file } = await images.save(3, original)
  const { rawPayload } = await get(`/images/3/${file.slice(0, 40)}-100-0.jpg`)
  const metadata = await sharp(rawPayload).metadata()
  expect(metadata).toMatchObject({ width: 100, height: 150 })
  expect([metadata.orientation, metadata.exif]).toEqual([undefined, undefined])
})

test('a rendition is made when it is first asked for, once for all who ask, and kept', async () => {
  const { file } = await images.save(4, await gif({ width: 2000, height: 1500 }))
  const path = `/images/4/${file.slice(0, 40)}-320-0.webp`
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(path)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
  const kept = join(dataDir, 'renditions', '4')
  expect(await readdir(kept)).toEqual([`${file.slice(0, 40)}-320-0.webp`])
  // What is kept is what is served from now on.
  await writeFile(join(kept, `${file.slice(0, 40)}-320-0.webp`), 'kept')
  expect((await get(path)).body).toBe('kept')
})
