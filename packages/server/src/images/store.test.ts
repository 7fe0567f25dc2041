import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { avif, gif, jpg, png, tiff, turnedJpg, webp } from '../testing/pictures.ts'
import { createImageStore, type ImageStore } from './store.ts'

let dataDir: string
let images: ImageStore
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bodega images '))
  images = createImageStore(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const filesOf = (store: number) => readdir(join(dataDir, 'images', String(store))).catch(() => [])

test.each([
  ['gif', gif],
  ['jpg', jpg],
  ['png', png],
  ['webp', webp],
])('a %s is recognised by its content and kept as it is', async (extension, make) => {
  const bytes = await make({ width: 120, height: 80 })
  const saved = await images.save(1, bytes)
  expect(saved).toEqual({
    file: expect.stringMatching(new RegExp(`^[0-9a-f]{40}\\.${extension}$`)),
    width: 120,
    height: 80,
  })
  expect(await readFile(join(dataDir, 'images', '1', saved.file))).toEqual(bytes)
})

test('the same content is one file in each store, and no draft is left behind', async () => {
  const bytes = await png({ background: '#ff0000' })
  const [a, b, c] = await Promise.all([images.save(2, bytes), images.save(2, bytes), images.save(3, bytes)])
  expect(a).toEqual(b)
  expect(a).toEqual(c)
  expect([await filesOf(2), await filesOf(3)]).toEqual([[a.file], [a.file]])
})

test('a file is as young as when it was last saved, by the clock that a sweep goes by', async () => {
  let time = new Date('2026-07-11T00:00:00Z')
  const shop = createImageStore(await mkdtemp(join(dataDir, 'shop ')), () => time)
  const dates = async () => {
    await shop.save(1, await png({ background: '#00ff00' }))
    const kept: Date[] = []
    for await (const { saved } of shop.kept()) kept.push(saved)
    return kept
  }
  expect(await dates()).toEqual([time])
  time = new Date('2026-07-12T00:00:00Z')
  expect(await dates()).toEqual([time])
})

test('width and height are those that a viewer sees', async () => {
  expect(await images.save(1, await turnedJpg({ width: 300, height: 200 }))).toMatchObject({ width: 200, height: 300 })
})

const text = (content: string) => async () => Buffer.from(content, 'latin1')
test.each<[string, () => Promise<Buffer>]>([
  ['nothing', text('')],
  ['a page', text('<!doctype html><html><body>404</body></html>')],
  ['a drawing with scripts', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['the head of a png alone', text('\x89PNG\r\n\x1a\n')],
  ['the head of a gif and a script', text('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)')],
  ['a tiff', () => tiff()],
  ['an avif', () => avif()],
  ['half a png', async () => half(await png())],
  ['half a jpg', async () => half(await jpg())],
  ['half a gif', async () => half(await gif())],
  ['half a webp', async () => half(await webp())],
])('%s is no image', async (_name, make) => {
  await expect(images.save(4, await make())).rejects.toMatchObject({ name: 'ImageError', reason: 'not_an_image' })
  expect(await filesOf(4)).toEqual([])
})

test.each<[string, () => Promise<Buffer>]>([
  ['a drawing', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a tiff', () => tiff()],
  ['an avif', () => avif()],
])('%s reaches no decoder', async (_name, make) => {
  const error = await images.save(4, await make()).catch(error => error)
  expect(String(error.cause)).toContain('unsupported image format')
})

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

test('more than 10 MB are refused before anything looks at them', async () => {
  const bytes = Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)])
  await expect(images.save(4, bytes)).rejects.toMatchObject({ reason: 'too_large' })
})

/** A small image whose head claims to be huge; the size stands somewhere behind the mark. */
function pretending(bytes: Buffer, mark: string, offset: number): Buffer {
  return Buffer.from(bytes).fill(
    0xee,
    bytes.indexOf(mark, 0, 'hex') + offset,
    bytes.indexOf(mark, 0, 'hex') + offset + 4,
  )
}

test.each<[string, () => Promise<Buffer>]>([
  ['png of one colour', () => png({ width: 8000, height: 6251 })],
  ['gif with a lie in its head', async () => pretending(await gif(), '2c00000000', 5)],
  ['jpg with a lie in its head', async () => pretending(await jpg(), 'ffc0', 5)],
])('a small %s that would take too much memory is refused', async (_name, make) => {
  const bytes = await make()
  expect(bytes.length).toBeLessThan(1_000_000)
  await expect(images.save(4, bytes)).rejects.toMatchObject({ name: 'ImageError', reason: 'too_many_pixels' })
})

/** A black square of eight pixels, in as many scans, of which all but the first say nothing. */
function scanned(times: number): Buffer {
  const quantization = `ffdb004300${'01'.repeat(64)}`
  const frame = 'ffc2000b080008000801011100'
  const codes = `ffc40014000100000000000000000000000000000000ffc400141001${'00'.repeat(15)}00`
  const silent = 'ffda0008010100013f007f'
  return Buffer.from(
    `ffd8${quantization}${frame}${codes}ffda0008010100000000${'7f'}${silent.repeat(times - 1)}ffd9`,
    'hex',
  )
}

/** A chunk behind the head of a picture. */
async function described(kind: string, content: Buffer): Promise<Buffer> {
  const bytes = await png()
  const named = Buffer.concat([Buffer.from(kind), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([bytes.subarray(0, 33), length, named, sum, bytes.subarray(33)])
}

const noise = randomBytes(300_000)
const packed = deflateSync(noise)
const text300 = Buffer.concat([Buffer.from('Comment\0\0'), packed])

test.each<[string, () => Promise<Buffer>]>([
  ['jpg that goes over its pixels a hundred times', async () => scanned(100)],
  ['png with much to unpack', () => described('zTXt', text300)],
  [
    'png with much to unpack in another way',
    () => described('iTXt', Buffer.from(`X\0\x01\0\0\0${packed.toString('latin1')}`, 'latin1')),
  ],
])('a %s, which can take minutes, is refused before it is read', async (_name, make) => {
  await expect(images.save(4, await make())).rejects.toMatchObject({ name: 'ImageError', reason: 'too_costly' })
})

test.each<[string, () => Promise<Buffer>]>([
  ['jpg with many scans', async () => scanned(50)],
  ['jpg with what looks like scans in a comment', async () => commented(await jpg())],
  ['png with a short text', () => described('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync('short')]))],
  [
    'png with a long text that is not compressed',
    () => described('iTXt', Buffer.from(`X\0\0\0\0\0${noise.toString('hex')}`)),
  ],
])('a %s is kept', async (_name, make) => {
  expect(await images.save(40, await make())).toMatchObject({ file: expect.any(String) })
})

const commented = (bytes: Buffer) =>
  Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from('fffe4002', 'hex'),
    Buffer.alloc(0x4000, 'ffda', 'hex'),
    bytes.subarray(2),
  ])

test('a removed image is gone with its renditions', async () => {
  const { file } = await images.save(5, await png({ background: '#00ff00' }))
  const hash = file.slice(0, 40)
  const small = { hash, extension: 'webp', size: { width: 100, height: 0 } } as const
  const made = await images.open(5, small)
  await made?.handle.close()
  expect(await readdir(join(dataDir, 'renditions', '5'))).toEqual([`${hash}-100-0.webp`])
  expect(await images.remove(5, file, new Date(Date.now() + 1000))).toBe(true)
  expect([await filesOf(5), await readdir(join(dataDir, 'renditions', '5'))]).toEqual([[], []])
  expect(await images.open(5, small)).toBeUndefined()
})

test('an image that was saved since then stays, and with it no trace of the attempt', async () => {
  const since = new Date(Date.now() - 1000)
  const { file } = await images.save(6, await png({ background: '#0000ff' }))
  expect(await images.remove(6, file, since)).toBe(false)
  expect(await filesOf(6)).toEqual([file])
  expect(await images.remove(6, `${'0'.repeat(40)}.png`, since)).toBe(false)
})

test('a line that is too long is not waited in', async () => {
  const bytes = await png({ width: 2, height: 2 })
  const saved = await Promise.allSettled(Array.from({ length: 220 }, () => images.save(7, bytes)))
  const refused = saved.filter(one => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ name: 'ImageError', reason: 'busy' })
  expect(await images.save(7, bytes)).toMatchObject({ width: 2 })
})
