import { beforeAll, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { raw } from '../platform/database/sql.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { byLocation, cart, quoted, shippable } from '../testing/shipping.ts'
import { shippingChecks } from './checks.ts'

let of: OrderShop
beforeAll(async () => {
  of = await stocked([
    [5, 0],
    [0, 5],
  ])
  await byLocation(of, [
    ['0.10', 1],
    ['0.20', 1],
  ])
  const { quote_id } = await quoted(of)
  await of.place({ products: cart(of), quote_id })
  await of.place({ shipping_cost_customer: 7, shipping_cost_owner: 3 })
})

test('a shop in order breaks no rule', () => shippable(of))

/** How each rule is broken by hand. */
const damage: Record<string, string[]> = {
  'shipping/costs-add-up': [
    `update orders set legacy = replace(legacy, '"shipping_cost_customer":"0.30"', '"shipping_cost_customer":"0.31"')`,
    `update orders set legacy = replace(legacy, '"shipping_cost_owner":"3.00"', '"shipping_cost_owner":"3.01"')`,
  ],
  'shipping/quotes-add-up': [
    `update shipping_quotes set document = replace(document, '"price":"0.20"', '"price":"0.21"')`,
    `update shipping_quotes set document = replace(document, '"price_merchant":"0.30"', '"price_merchant":"0.29"')`,
  ],
  'shipping/quotes-are-whole': [
    `update shipping_quotes set document = regexp_replace(document, '"quantity":1', '"quantity":2')`,
  ],
}

test('there is a way to break each', () => {
  expect(Object.keys(damage)).toEqual(shippingChecks.map(({ name }) => name))
})

test.each(Object.entries(damage).flatMap(([name, statements]) => statements.map(text => [name, text] as const)))(
  '%s is broken by %s',
  async (name, statement) => {
    const undo = new Error('undo')
    await expect(
      of.db.tx(async tx => {
        expect(await tx.run(raw(`${statement} where store_id = ${of.id}`))).toBeGreaterThan(0)
        expect(await findBroken(tx, shippingChecks, of.id)).toMatchObject([{ name, examples: [{ store_id: of.id }] }])
        throw undo
      }),
    ).rejects.toBe(undo)
  },
)
