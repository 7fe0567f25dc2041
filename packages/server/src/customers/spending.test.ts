/** docs/contract: customers 3: customers and their orders. */
import type { Customer, OrderInput } from '@bodega/api'
import { describe, expect, test } from 'vitest'
import { refuseOrdersOf } from '../orders/index.ts'
import { sql } from '../platform/database/sql.ts'
import { callOf, meet } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { A, ask } from '../testing/products.ts'
import { app } from '../testing/store.ts'
import { remove } from './customers.ts'

const ana = { name: 'Ana Lima', email: 'ana@example.com', phone: '11', document: '22' }
const buy = (of: OrderShop, input: Partial<OrderInput> = {}) => of.place({ customer: ana, ...input })
const only = async ({ client }: OrderShop): Promise<Customer> => (await client.customers.list())[0] as Customer

describe('a customer is made by the first order', () => {
  test('with what the order says, and it is told before the order', async () => {
    const of = await stocked([[9]])
    const order = await buy(of)
    expect(await only(of)).toMatchObject({
      name: 'Ana Lima',
      email: 'ana@example.com',
      phone: '11',
      identification: '22',
      total_spent: order.total,
      last_order_id: order.id,
      first_interaction: order.created_at,
    })
    expect(await of.events()).toEqual(['customer/created', 'order/created', 'order/pending'])
    expect((await ask(of, 'GET', '/customers?q=22')).body).toHaveLength(1)
    await buy(of, { customer: { ...ana, name: 'Another', email: 'ANA@example.com' } })
    expect(await of.events()).toEqual(['order/created', 'order/pending'])
    expect(await of.client.customers.list()).toMatchObject([{ name: 'Ana Lima' }])
  })

  test('a customer who was made by hand is found', async () => {
    const of = await stocked([[9]])
    const { id } = await of.client.customers.create({ body: { name: 'Ana', email: 'Ana@example.com' } })
    await of.events()
    expect((await buy(of)).customer).toMatchObject({ id, name: 'Ana' })
    expect(await of.events()).toEqual(['order/created', 'order/pending'])
  })

  test('blanks around an e-mail are no part of it, and blanks alone are none', async () => {
    const of = await stocked([[9]])
    const { customer } = await buy(of, { customer: { ...ana, email: ' ana@example.com ' } })
    expect(customer).toMatchObject({ email: 'ana@example.com' })
    const again = await buy(of, { customer: { ...ana, email: 'Ana@example.com\t' } })
    expect(again).toMatchObject({ contact_email: 'Ana@example.com', customer: { id: customer?.id } })
    const nobody = await of.place()
    const blank = await buy(of, { customer: { ...ana, email: '  ' } })
    expect(blank).toMatchObject({ contact_email: nobody.contact_email, customer: { id: nobody.customer?.id } })
    await orderly(of)
  })

  test('the order shows the whole customer, but for what follows from all orders', async () => {
    const of = await stocked([[9]])
    const { customer } = await buy(of)
    const { total_spent: _, total_spent_currency: __, last_order_id: ___, ...rest } = await only(of)
    expect(customer).toEqual(rest)
  })

  test('orders that come together make each customer once, whichever server takes them', {
    timeout: 60_000,
  }, async () => {
    const of = await stocked([[1000]])
    const servers = await Promise.all([app(), app(), app()])
    const headers = { ...of.headers, 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, i) => {
        const email = `${i % 2 === 0 ? 'BUYER' : 'buyer'}${i % 7}@example.com`
        const payload = JSON.stringify({ products: [{ variant_id: of.variants[0], quantity: 1 }], customer: { email } })
        return servers[i % 3]?.inject({ method: 'POST', url: `/v1/${of.id}/orders`, headers, payload })
      }),
    )
    expect(new Set(answers.map(answer => answer?.statusCode))).toEqual(new Set([201]))
    const events = await of.events()
    expect(events.filter(event => event === 'customer/created')).toHaveLength(7)
    expect(await of.client.customers.list()).toHaveLength(7)
    await orderly(of)
  })
})

describe('total_spent and last_order_id', () => {
  test.each<[string, Partial<OrderInput>, boolean]>([
    ['pending', {}, true],
    ['paid', { payment_status: 'paid' }, true],
    ['authorized', { payment_status: 'authorized' }, true],
    ['closed', { status: 'closed' }, true],
    ['taking no stock', { inventory_behaviour: 'bypass' }, true],
    ['cancelled', { status: 'cancelled' }, false],
    ['voided', { payment_status: 'voided' }, false],
    ['refunded', { payment_status: 'refunded' }, false],
    ['abandoned', { payment_status: 'abandoned' }, false],
  ])('an order that is %s', async (_what, input, counts) => {
    const of = await stocked([[9]])
    await buy(of, { total: '0.10' })
    const { id } = await buy(of, { total: '0.20', ...input })
    expect(await only(of)).toMatchObject({ total_spent: counts ? '0.30' : '0.10', last_order_id: id })
  })

  test('a cancelled order counts no more', async () => {
    const of = await stocked([[9]])
    const first = await buy(of, { total: 5 })
    const second = await buy(of, { total: 7 })
    await of.client.orders.cancel({ params: { id: second.id }, body: {} })
    expect(await only(of)).toMatchObject({ total_spent: first.total, last_order_id: second.id })
  })

  test('orders of others, and without an e-mail, are counted apart', async () => {
    const of = await stocked([[9]])
    await buy(of, { total: 5 })
    await buy(of, { total: 7, customer: { name: 'Bia', email: 'bia@example.com' } })
    await buy(of, { total: 9, customer: { name: 'Nobody' } })
    expect((await of.client.customers.list()).map(({ total_spent }) => total_spent)).toEqual(['5.00', '7.00', '9.00'])
  })

  test('are right at every moment while orders are placed and cancelled', { timeout: 60_000 }, async () => {
    const of = await stocked([[1000]])
    const orders: { id: number; buyer: number; total: number }[] = []
    const random = (n: number) => Math.floor(Math.random() * n)
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 20; i++) {
          const target = orders[random(orders.length * 2)]
          if (target) await ask(of, 'POST', `/orders/${target.id}/cancel`)
          else {
            const [buyer, total] = [random(3), 1 + random(1000)]
            const { id } = await of.place({ customer: { email: `b${buyer}@example.com` }, total })
            orders.push({ id, buyer, total })
          }
        }
      }),
    )
    const all = await of.client.orders.list({ query: { per_page: 200 } })
    for (const { id, email, total_spent, last_order_id } of await of.client.customers.list()) {
      const own = all.filter(({ customer }) => customer?.id === id)
      const sum = own
        .filter(({ status }) => status !== 'cancelled')
        .reduce((cents, { total }) => cents + Number(total), 0)
      expect({ email, total_spent, last_order_id }).toEqual({
        email,
        total_spent: sum.toFixed(2),
        last_order_id: own.toSorted((a, b) => b.number - a.number)[0]?.id,
      })
    }
    await orderly(of)
  })
})

describe('DELETE', () => {
  test('422 A for a customer with orders, whatever became of them', async () => {
    const of = await stocked([[9]])
    const { id } = await buy(of)
    await of.client.orders.cancel({ params: { id }, body: {} })
    const customer = await only(of)
    await of.events()
    expect(await ask(of, 'DELETE', `/customers/${customer.id}`)).toEqual(A(422, 'Cannot delete a customer with orders'))
    expect(await only(of)).toEqual(customer)
    expect(await of.events()).toEqual([])
  })

  test('meets an order of the customer: whoever comes second sees what the first did', async () => {
    const of = await stocked([[9]])
    const { id } = await of.client.customers.create({ body: { name: 'Ana', email: ana.email } })
    const order = await meet(
      of.db,
      tx => remove(callOf(of, tx), id, refuseOrdersOf),
      () => buy(of),
    )
    expect(order.customer).toMatchObject({ name: 'Ana Lima' })
    expect(order.customer?.id).not.toBe(id)
    await orderly(of)
  })

  test.each([{}, { 'if-match': '*' }])(
    'waits for an order of the customer that is being placed, and is refused (%o)',
    async headers => {
      const of = await stocked([[9]])
      const { customer } = await buy(of)
      const placing = sql`
      insert into orders select (jsonb_populate_record(o, '{"id": 9999999, "number": 101}')).* from orders o where store_id = ${of.id}`
      await of.db.run(sql`delete from fulfillment_orders where store_id = ${of.id}`)
      const answer = await meet(
        of.db,
        async tx => {
          await tx.run(sql`select 1 from customers where store_id = ${of.id} for key share`)
          await tx.run(placing)
        },
        () => of.request('DELETE', `/v1/${of.id}/customers/${customer?.id}`, { headers }),
      )
      expect(answer).toMatchObject(A(422, 'Cannot delete a customer with orders'))
      await of.db.run(sql`delete from orders where store_id = ${of.id}`)
      await of.db.run(sql`delete from order_numbers where store_id = ${of.id}`)
    },
  )
})
