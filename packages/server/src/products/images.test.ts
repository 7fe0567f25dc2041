import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Image } from '@bodega/api'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { app, store } from '../testing/store.ts'

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
  expect(made.images).toMatchObject([{ src, width: null, height: null }])
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
  expect(await client.images.update({ params, body: { src } })).toMatchObject({ id: image.id, src, width: null })
  await fetched(40)
  origin.close()
})
