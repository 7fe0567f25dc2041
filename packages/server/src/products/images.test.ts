import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Image } from '@bodega/api'
import sharp from 'sharp'
import Type from 'typebox'
import { expect, test, vi } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { app, store, type TestStore } from '../testing/store.ts'

const png = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()

test('D34: an attached image is kept and served by the server with an immutable cache header', async () => {
  const { client, request } = await store()
  const product = await client.products.create({ body: { name: 'Sapato' } })
  const attachment = (await png(40)).toString('base64')
  const image = await client.images.create({
    params: { product_id: product.id },
    body: { attachment, filename: 'a.png' },
  })
  expect(image).toMatchObject({ width: 40, height: 40, position: 1 })
  const served = await request('GET', new URL(image.src).pathname)
  expect(served.status).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each([undefined, null, '', 'image', 'Cinta métrica 3 m.jpeg', '../../a.sh'])(
  'D34: the content tells what an attachment is, its name may be %j',
  async filename => {
    const { client, request } = await store()
    const product = await client.products.create({ body: { name: 'Sapato' } })
    const attachment = (await png(20)).toString('base64')
    const named = filename === undefined ? {} : { filename }
    const image = await client.images.create({ params: { product_id: product.id }, body: { attachment, ...named } })
    expect(image).toMatchObject({ width: 20, src: expect.stringMatching(/\/images\/[\w./-]+\.png$/) })
    const served = await request('GET', new URL(image.src).pathname)
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  },
)

test('D34: what is no image is refused', async () => {
  const { client } = await store()
  const product = await client.products.create({ body: { name: 'Sapato' } })
  const attachment = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
  const refused = client.images.create({ params: { product_id: product.id }, body: { attachment, filename: 'a.png' } })
  await expect(refused).rejects.toMatchObject({ status: 422, body: { attachment: [expect.any(String)] } })
})

test('compatibility 26: creating a product with an image address does not wait for it; it is fetched afterwards', async () => {
  let bytes = await png(30)
  const origin = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(bytes))
  await new Promise<void>(resolve => origin.listen(0, '127.0.0.1', resolve))
  const src = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/a.png`
  const server = await app()
  const { client, events } = await store({ server })
  const made = await client.products.create({ body: { name: 'Sapato', images: [{ src }] } })
  expect(made.images).toMatchObject([{ src, width: 0, height: 0 }])
  await server.listen({ port: 0, host: '127.0.0.1' })
  const fetched = (size: number) =>
    vi.waitFor(
      async () => {
        const { images } = await client.products.get({ params: { id: made.id } })
        expect(images).toMatchObject([{ width: size, height: size, src: expect.stringContaining('/images/') }])
        return images[0] as Image
      },
      { timeout: 20_000, interval: 100 },
    )
  const image = await fetched(30)
  expect(await events()).toEqual(['location/created', 'product/created', 'product/updated'])

  bytes = await png(40)
  const params = { product_id: made.id, id: image.id }
  // What was read says nothing new; the address that it came from does.
  expect(await client.images.update({ params, body: { src: image.src } })).toEqual(image)
  expect(await client.images.update({ params, body: { src } })).toMatchObject({ id: image.id, src, width: 0 })
  await fetched(40)
  origin.close()
})

const Open = Type.Object({ open: Type.Integer() })

/** In which part of many looks somebody held a transaction open while this went on. */
async function shareInTransactions(db: Db, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const looks: boolean[] = []
  while (!isDone) {
    const { open } = await db.one(
      Open,
      sql`
        select count(*) as open from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    )
    looks.push(open > 0)
    await pause(2)
  }
  await ended
  return looks.filter(isOpen => isOpen).length / looks.length
}

const uploads: Record<string, (of: TestStore, attachment: string) => Promise<() => Promise<unknown>>> = {
  'a new product':
    async ({ client }, attachment) =>
    () =>
      client.products.create({ body: { name: 'Sapato', images: [{ attachment }] } }),
  'a new image': async ({ client }, attachment) => {
    const { id } = await client.products.create({ body: { name: 'Sapato' } })
    return () => client.images.create({ params: { product_id: id }, body: { attachment } })
  },
  'an image in place of another': async ({ client }, attachment) => {
    const first = (await png(10)).toString('base64')
    const { id, images } = await client.products.create({ body: { name: 'Sapato', images: [{ attachment: first }] } })
    const params = { product_id: id, id: images[0]?.id ?? 0 }
    return () => client.images.update({ params, body: { attachment } })
  },
}

test.each(Object.keys(uploads))('%s: no transaction is open while an attachment is looked at', async name => {
  const of = await store()
  const upload = await uploads[name]?.(of, (await png(6000)).toString('base64'))
  const made = upload?.() ?? Promise.reject(new Error('nothing to upload'))
  expect(await shareInTransactions(of.db, made)).toBeLessThan(0.5)
  const { images } = (await of.client.products.list())[0] ?? {}
  expect(images).toMatchObject([{ width: 6000, position: 1 }])
})
