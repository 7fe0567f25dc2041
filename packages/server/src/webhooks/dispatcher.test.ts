import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { stocked } from '../testing/orders.ts'
import { dispatcherOf, type Received, receiver } from '../testing/receiver.ts'

test('specification 6: a receiver gets order/created with exactly three fields, verifies the raw bytes, and says 200', async () => {
  const shop = await stocked([[5]])
  const { url, received } = await receiver()
  await shop.client.webhooks.create({ body: { event: 'order/created', url } })
  const { id } = await shop.place()

  expect(await dispatcherOf(shop).tick()).toBe(1)

  const { raw, headers, body } = received[0] as Received
  expect(body).toEqual({ store_id: shop.id, event: 'order/created', id })
  expect(raw).toBe(`{"store_id":${shop.id},"event":"order/created","id":${id}}`)
  expect(headers['content-type']).toBe('application/json')
  const expected = createHmac('sha256', shop.clientSecret).update(raw).digest('hex')
  expect(headers['x-linkedstore-hmac-sha256']).toBe(expected)
  expect(await dispatcherOf(shop).tick()).toBe(0)
})
