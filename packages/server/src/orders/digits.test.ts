/** docs/contract 8.2: ids and quantities as digits in a text, wherever something is bought or priced. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { ask } from '../testing/products.ts'

let of: OrderShop

beforeAll(async () => {
  of = await stocked([[null]])
})

const contact = { contact_name: 'Ana', contact_lastname: 'Lima', contact_email: 'ana@example.com' }

/** What of an answer tells how many of what were understood. */
type Bought = { products: { variant_id: number; quantity: number }[] }
type Packed = { items: unknown }[]
const linesOf = (body: unknown) =>
  (body as Bought).products.map(({ variant_id, quantity }) => ({ variant_id, quantity }))

const calls: Record<
  string,
  { send: (entry: object) => ReturnType<typeof ask>; understood: (body: unknown) => unknown }
> = {
  'POST /orders': {
    send: entry => ask(of, 'POST', '/orders', { products: [entry] }),
    understood: linesOf,
  },
  'POST /orders/preview': {
    send: entry => ask(of, 'POST', '/orders/preview', { products: [entry] }),
    understood: body => (body as { shipments: Packed }).shipments[0]?.items,
  },
  'POST /shipping_quotes': {
    send: entry => ask(of, 'POST', '/shipping_quotes', { products: [entry], destination: { postal_code: '01000' } }),
    understood: body => (body as { packages: Packed }).packages[0]?.items,
  },
  'POST /draft_orders': {
    send: entry => ask(of, 'POST', '/draft_orders', { ...contact, payment_status: 'unpaid', products: [entry] }),
    understood: linesOf,
  },
  'POST /orders/{id}/edit': {
    send: async entry => {
      const { id } = await of.place()
      return ask(of, 'POST', `/orders/${id}/edit`, { products: [entry] })
    },
    understood: body => linesOf(body).slice(1),
  },
}

describe.each(Object.entries(calls))('%s', (_title, { send, understood }) => {
  test('digits as text are numbers', async () => {
    const [variant_id = 0] = of.variants
    for (const entry of [
      { variant_id, quantity: 12 },
      { variant_id: String(variant_id), quantity: '12' },
    ]) {
      const { status, body } = await send(entry)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      expect(understood(body)).toEqual([{ variant_id, quantity: 12 }])
    }
  })

  test.each([
    ['quantity', '0'],
    ['quantity', '-1'],
    ['quantity', '1.5'],
    ['quantity', ''],
    ['quantity', ' '],
    ['quantity', '1e3'],
    ['quantity', '0x1'],
    ['quantity', '1000001'],
    ['quantity', '9'.repeat(400)],
    ['variant_id', '0'],
    ['variant_id', '-1'],
    ['variant_id', '1.5'],
    ['variant_id', ' '],
    ['variant_id', 'x'],
    ['variant_id', '9'.repeat(16)],
    ['variant_id', '9'.repeat(40)],
  ])('%s %j is 422 and named', async (field, text) => {
    const { status, body } = await send({ variant_id: of.variants[0], quantity: 1, [field]: text })
    expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 422, fields: [`products.0.${field}`] })
  })
})

test('an edit takes "0" as it takes 0: the line goes', async () => {
  const { id, products } = await of.place({
    products: [1, 2].map(quantity => ({ variant_id: of.variants[0] ?? 0, quantity })),
  })
  const entry = { line_item_id: String(products[0]?.id), quantity: '0' }
  expect(await ask(of, 'POST', `/orders/${id}/edit`, { products: [entry] })).toMatchObject({
    status: 200,
    body: { products: [{ quantity: 2 }] },
  })
})
