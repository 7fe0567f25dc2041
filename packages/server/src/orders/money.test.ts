/** docs/contract: orders 2.2. */
import { type OrderInput, units } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stocked } from '../testing/orders.ts'
import { ask, B } from '../testing/products.ts'

describe('orders 2.2: money', () => {
  test('totals are exact where binary fractions are not', async () => {
    const of = await stocked([[1000]])
    const [variant_id = 0] = of.variants
    const products = [
      { variant_id, quantity: 3, price: 0.1 },
      { variant_id, quantity: 1, price: '0.20' },
      { variant_id, quantity: 7, price: 1.005 },
    ]
    const order = await of.place({ products, discount: 0.3, shipping_cost_customer: '0.07' })
    const cents = (text: string) => units(text, 2) ?? 0n
    expect(order.products.map(({ price }) => price).slice(0, 2)).toEqual(['0.10', '0.20'])
    const subtotal = order.products.reduce((sum, { price, quantity }) => sum + cents(price) * BigInt(quantity), 0n)
    expect(cents(order.subtotal)).toBe(subtotal)
    expect(cents(order.total)).toBe(subtotal - 30n + 7n)
  })

  test('law: total = subtotal - discount + shipping, whatever they are', async () => {
    const of = await stocked([[null]])
    const [variant_id = 0] = of.variants
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents => (cents / 100).toFixed(2))
    const line = fc.record({ price: amount, quantity: fc.integer({ min: 1, max: 999 }) })
    const law = fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      amount,
      amount,
      async (lines, off, cost) => {
        const body: OrderInput = {
          products: lines.map(some => ({ variant_id, ...some })),
          discount: off,
          shipping_cost_customer: cost,
        }
        const cents = (text: string) => units(text, 2) ?? 0n
        const sum = lines.reduce((before, { price, quantity }) => before + cents(price) * BigInt(quantity), 0n)
        const wanted = sum - cents(off) + cents(cost)
        const { status, body: said } = await ask(of, 'POST', '/orders/preview', body)
        const { subtotal, total, discount } = said as Record<'subtotal' | 'total' | 'discount', string>
        if (wanted < 0n) expect({ status, discount }).toEqual({ status: 422, discount: [expect.any(String)] })
        else expect([status, cents(subtotal), cents(total), cents(discount)]).toEqual([200, sum, wanted, cents(off)])
      },
    )
    await fc.assert(law, { numRuns: 50 })
  })

  test('a discount takes off what there is, and no more, unless the client says the total', async () => {
    const of = await stocked([[9]])
    const post = (input: object) =>
      ask(of, 'POST', '/orders', {
        products: [{ variant_id: of.variants[0], quantity: 2 }],
        shipping_cost_customer: 4,
        ...input,
      })
    const refusal = B({ discount: ['must be at most 25.00, what products and shipping cost'] })
    expect(await post({ discount: '25.01' })).toEqual(refusal)
    expect(await post({ discount: 1000 })).toEqual(refusal)
    expect(await post({ discount: 25 })).toMatchObject({ status: 201, body: { discount: '25.00', total: '0.00' } })
    expect(await post({ discount: 30, total: 5 })).toMatchObject({
      status: 201,
      body: { discount: '30.00', total: '5.00' },
    })
    expect(await of.stock()).toEqual([[5]])
  })

  test.each(['total', 'discount', 'shipping_cost_customer', 'shipping_cost_owner'])(
    '%s has a bound, which is said',
    async field => {
      const of = await stocked([[9]])
      const post = (amount: string) =>
        ask(of, 'POST', '/orders', {
          products: [{ variant_id: of.variants[0], quantity: 1 }],
          total: 1,
          [field]: amount,
        })
      expect(await post('100000000000000.00')).toMatchObject({ status: 201 })
      expect(await post('100000000000000.01')).toEqual(B({ [field]: ['must be at most 100000000000000.00'] }))
      expect(await post('-0.01')).toEqual(B({ [field]: ['must be a number of at least 0'] }))
    },
  )

  test('F33: a line costs what is said, else the promotional price, else the price', async () => {
    const of = await stocked([[9]], { price: '20', promotional_price: '15' })
    const [variant_id = 0] = of.variants
    const order = await of.place({
      products: [
        { variant_id, quantity: 1 },
        { variant_id, quantity: 1, price: 3 },
      ],
    })
    expect(order.products).toMatchObject([
      { price: '15.00', compare_at_price: '20.00', has_promotional_price: true },
      { price: '3.00' },
    ])
  })
})
