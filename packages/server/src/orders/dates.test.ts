/** docs/contract: orders 2.6. Whoever polls by dates sees every change: none is dated before one that came earlier. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { wireTime } from '../platform/database/values.ts'
import { callOf, meet } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'
import { close } from './actions.ts'
import { placeOne } from './place.ts'

const minute = 60_000

/** A request whose body takes a minute to come. */
async function slowly(of: OrderShop, method: 'POST' | 'PUT', path: string, body: unknown) {
  const late = Readable.from(
    (async function* () {
      of.world.advance(minute)
      yield JSON.stringify(body)
    })(),
  )
  const headers = { ...of.headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const answer = await of.server.inject({ method, url: `/v1/${of.id}${path}`, headers, payload: late })
  return answer.json()
}

const wire = (time: number) => wireTime(new Date(time))
const timeOf = ({ body }: { body: unknown }) => Date.parse((body as { updated_at: string }).updated_at)

test('an order is dated when it is placed, not when it was asked for', async () => {
  const of = await stocked([[5]])
  const products = [{ variant_id: of.variants[0], quantity: 1 }]
  const { created_at } = await of.place()
  const late = await slowly(of, 'POST', '/orders', { products })
  expect(Date.parse(late.created_at)).toBe(Date.parse(created_at) + minute)
})

test('a change is dated when it is made, not when it was asked for', async () => {
  const of = await stocked([[5]])
  const { id, created_at } = await of.place()
  const { updated_at } = await slowly(of, 'PUT', `/orders/${id}`, { owner_note: 'late' })
  expect(Date.parse(updated_at)).toBe(Date.parse(created_at) + minute)
  await orderly(of)
})

test('an order that waited for stock is not dated before those that were placed meanwhile', async () => {
  const of = await stocked([[5, 5]])
  const [scarce = 0, other = 0] = of.variants
  const answer = await meet(
    of.db,
    tx => tx.run(sql`select 1 from inventory_levels where store_id = ${of.id} and variant_id = ${scarce} for update`),
    () => ask(of, 'POST', '/orders', { products: [{ variant_id: scarce, quantity: 1 }] }),
    tx => {
      of.world.advance(minute)
      return placeOne(callOf(of, tx), 'http://localhost', { input: { products: [{ variant_id: other, quantity: 1 }] } })
    },
  )
  expect(answer.status).toBe(201)
  const [late, first] = await of.client.orders.list()
  expect(late).toMatchObject({ id: (answer.body as { id: number }).id, created_at: first?.created_at })
  await orderly(of)
})

test('a change that waited for its order is dated when the order was its own', async () => {
  const of = await stocked([[5]])
  const { id, created_at } = await of.place()
  const late = wire(Date.parse(created_at) + minute)
  const held = () =>
    meet(
      of.db,
      tx => tx.run(sql`select 1 from orders where store_id = ${of.id} and id = ${id} for update`),
      () =>
        ask(of, 'POST', `/orders/${id}/transactions`, {
          payment_provider_id: 'p',
          payment_method: { type: 'pix' },
          first_event: { type: 'sale', status: 'success', amount: { value: 1, currency: 'BRL' } },
        }),
      async () => of.world.advance(minute),
    )
  const { body } = await held()
  expect(body).toMatchObject({ created_at: late, events: [{ created_at: late, happened_at: late }] })
  expect(await of.client.orders.get({ params: { id } })).toMatchObject({ updated_at: late })
  await orderly(of)
})

test('a change that waited for another is not dated before it', async () => {
  const of = await stocked([[5]])
  const { id, created_at } = await of.place()
  const answer = await meet(
    of.db,
    tx => tx.run(sql`select 1 from orders where store_id = ${of.id} and id = ${id} for update`),
    () => ask(of, 'PUT', `/orders/${id}`, { owner_note: 'late' }),
    tx => {
      of.world.advance(minute)
      return close(callOf(of, tx), id)
    },
  )
  expect(timeOf(answer)).toBe(Date.parse(created_at) + minute)
  expect(timeOf(await ask(of, 'GET', `/orders/${id}`))).toBe(timeOf(answer))
  await orderly(of)
})
