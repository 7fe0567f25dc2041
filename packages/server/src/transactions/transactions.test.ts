/** docs/contract: transactions, row by row. */
import type { Order, Transaction, TransactionEventInput, TransactionInput } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../access/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { costOf } from '../testing/plans.ts'
import { A, ask, B, callOf } from '../testing/products.ts'
import { app } from '../testing/store.ts'
import { transactionChecks } from './checks.ts'
import { list } from './read.ts'
import { addEvent } from './transactions.ts'

let of: OrderShop
beforeAll(async () => {
  of = await stocked([[null]], { price: '100.00' })
})

const brl = (value: string) => ({ value, currency: 'BRL' })

const input = (
  type: string,
  event: Partial<TransactionInput['first_event']> = {},
  rest: Partial<TransactionInput> = {},
): TransactionInput => ({
  payment_provider_id: 'eeac118e-5534-40ba-b539-443449bc67a3',
  payment_method: { type },
  first_event: { type: 'sale', status: 'success', amount: brl('100.00'), ...event },
  ...rest,
})

const authorized = () => input('credit_card', { type: 'authorization' })

const pay = ({ id }: { id: number }, body: TransactionInput): Promise<Transaction> =>
  of.client.transactions.create({ params: { order_id: id }, body })

const tell = ({ id }: { id: number }, transaction: { id: string }, body: unknown) =>
  ask(of, 'POST', `/orders/${id}/transactions/${transaction.id}/events`, body)

const event = (type: TransactionEventInput['type'], value?: string, status = 'success') => ({
  type,
  status,
  ...(value ? { amount: brl(value) } : {}),
})

const order = ({ id }: { id: number }): Promise<Order> => of.client.orders.get({ params: { id } })
const one = ({ id }: { id: number }, transaction: { id: string }): Promise<Transaction> =>
  of.client.transactions.get({ params: { order_id: id, id: transaction.id } })

/** A new order of 100, whose placing is not told any more. */
async function placed(change: Parameters<OrderShop['place']>[0] = {}): Promise<Order> {
  const made = await of.place(change)
  await of.events()
  return made
}

async function sound(): Promise<void> {
  await orderly(of)
  expect(await findBroken(of.db, transactionChecks, of.id)).toEqual([])
}

describe('a payment', () => {
  test('orders 11.1: and what was given back of it stand in the history of the order', async () => {
    const to = await placed()
    const transaction = await pay(to, input('wallet', { happened_at: '2026-01-25T12:30:15Z' }))
    await tell(to, transaction, { ...event('refund', '10.00'), happened_at: '2026-01-26T12:30:15Z' })
    const wallet = { status: 'PAID', gateway_method: 'other', gateway_name: 'wallet' }
    expect(await of.client.orders.values({ params: to })).toEqual([
      {
        ...wallet,
        total_delta: 100,
        total_paid_diff: 100,
        closed_at: (await order(to)).paid_at,
        happened_at: to.created_at,
      },
      {
        ...wallet,
        total_delta: 0,
        total_paid_diff: -10,
        closed_at: '2026-01-26T12:30:15+0000',
        happened_at: '2026-01-26T12:30:15+0000',
      },
    ])
  })

  test('takes texts of which no length is said to 255 characters', async () => {
    const long = 'x'.repeat(255)
    const info = {
      card: { brand: long, issuer: long, name: long, masked_number: long },
      installments: { quantity: 3, interest: long },
      integration_type: long,
      ip: long,
      merchant_charges: [{ type: long, amount: brl('1.00'), description: long }],
    }
    const told = { fraud_score: long, risk_level: long, message: long }
    const payment_method = { type: long, id: long }
    expect(await pay(await placed(), input('wallet', { info: told }, { payment_method, info }))).toMatchObject({
      payment_method,
      info,
      events: [{ info: told }],
    })
  })

  test('by a sale pays the order, and is shown with all that was told of it', async () => {
    const to = await placed()
    const transaction = await pay(
      to,
      input(
        'credit_card',
        {
          authorization_code: 'A1',
          happened_at: '2026-01-25T12:30:15.456Z',
          expires_at: '2026-02-04T12:30:15-03:00',
          info: { fraud_score: '0.15' },
        },
        {
          payment_method: { type: 'credit_card', id: 'visa' },
          info: {
            card: { brand: 'visa', last_digits: '1234', name: 'Ana Lima' },
            installments: { quantity: 3, interest: '0.15' },
            external_id: '1234',
            external_url: 'https://payments.example/1234',
            external_resource_expires_at: '2026-02-05T12:30:15-03:00',
            consumer_charges: [{ type: 'financing_cost', amount: { value: 7.5, currency: 'brl' } }],
            merchant_charges: [{ type: 'tax', amount: brl('0') }],
          },
        },
      ),
    )
    expect(transaction).toMatchObject({
      payment_method: { type: 'credit_card', id: 'visa' },
      status: 'paid',
      captured_amount: brl('100.00'),
      refunded_amount: brl('0.00'),
      authorized_amount: null,
      voided_amount: null,
      discount_amount: null,
      failure_code: null,
      info: {
        card: { brand: 'visa', last_digits: '1234', name: 'Ana Lima' },
        external_resource_expires_at: '2026-02-05T15:30:15+0000',
        consumer_charges: [{ type: 'financing_cost', amount: brl('7.50') }],
        merchant_charges: [{ type: 'tax', amount: brl('0.00') }],
        authorization_code: 'A1',
      },
      events: [
        {
          transaction_id: transaction.id,
          type: 'sale',
          amount: brl('100.00'),
          happened_at: '2026-01-25T12:30:15+0000',
          expires_at: '2026-02-04T15:30:15+0000',
        },
      ],
    })
    expect(await of.events()).toEqual(['order/updated', 'order/paid'])
    expect(await order(to)).toMatchObject({
      payment_status: 'paid',
      paid_at: expect.any(String),
      payment_count: 1,
      total_paid_by_customer: '100.00',
      total_paid_by_customer_including_fees: '107.50',
      gateway_id: '1234',
      gateway_link: 'https://payments.example/1234',
      payment_details: { method: 'credit_card', credit_card_company: 'visa', installments: 3 },
    })
    expect(await of.client.transactions.list({ params: { order_id: to.id } })).toEqual([transaction])
    for (const id of [transaction.id, transaction.id.toUpperCase()]) expect(await one(to, { id })).toEqual(transaction)
    await sound()
  })

  test('that waits leaves the order pending until the sale is told, whose amount is that of the first event', async () => {
    const to = await placed()
    const slip = await pay(to, input('boleto', { status: 'pending' }))
    expect(slip).toMatchObject({ status: 'pending', captured_amount: brl('0.00') })
    expect(await order(to)).toMatchObject({ payment_status: 'pending', payment_details: { method: 'boleto' } })
    expect(await of.events()).toEqual(['order/updated'])
    expect(await tell(to, slip, event('sale'))).toMatchObject({
      status: 201,
      body: { transaction_id: slip.id, type: 'sale', status: 'success', amount: brl('100.00') },
    })
    expect(await of.events()).toEqual(['order/updated', 'order/paid'])
  })

  test('that fails is told of and changes nothing about the order', async () => {
    const to = await placed()
    const failed = await pay(to, input('debit_card', { status: 'failure', failure_code: 'card_cvv_invalid' }))
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'card_cvv_invalid', captured_amount: null })
    expect(failed.payment_method).toEqual({ type: 'debit_card', id: 'debit_card' })
    expect(await of.events()).toEqual([])
    expect(await order(to)).toEqual(to)
    const given = await placed({ payment_status: 'refunded' })
    expect(await pay(given, input('debit_card', { status: 'failure' }))).toMatchObject({ status: 'failed' })
    expect(await order(given)).toEqual(given)
    await sound()
    expect(await tell(to, failed, event('sale'))).toEqual(B({ type: ['cannot follow: the transaction is failed'] }))
  })

  test('that is authorized, captured in part, then wholly, and refunded takes the order along', async () => {
    const to = await placed()
    const card = await pay(to, authorized())
    const statuses = []
    for (const next of [event('capture', '40.00'), event('capture'), event('refund', '30.00'), event('refund')]) {
      expect((await tell(to, card, next)).status).toBe(201)
      statuses.push((await order(to)).payment_status)
    }
    expect(statuses).toEqual(['partially_paid', 'paid', 'partially_refunded', 'refunded'])
    expect(await of.events()).toEqual([
      'order/updated',
      'order/updated',
      'order/updated',
      'order/paid',
      'order/updated',
      'order/updated',
    ])
    expect(await one(to, card)).toMatchObject({
      status: 'refunded',
      authorized_amount: brl('100.00'),
      captured_amount: brl('100.00'),
      refunded_amount: brl('100.00'),
    })
    expect((await order(to)).total_paid_by_customer).toBe('100.00')
    await sound()
  })

  test('that is voided or expires voids the order; another attempt pays it, and paid_at is set once', async () => {
    const to = await placed()
    const card = await pay(to, authorized())
    await tell(to, card, event('void'))
    expect(await one(to, card)).toMatchObject({ status: 'voided', voided_amount: brl('100.00') })
    expect(await of.events()).toEqual(['order/updated', 'order/updated', 'order/voided'])
    const slip = await pay(to, input('pix', { status: 'pending' }))
    expect(await of.events()).toEqual(['order/updated', 'order/pending'])
    await tell(to, slip, event('expiration'))
    expect(await of.events()).toEqual(['order/updated', 'order/voided'])
    await pay(to, input('wallet'))
    const { paid_at, payment_status } = await order(to)
    expect(payment_status).toBe('paid')
    of.world.advance(5000)
    await pay(to, input('cash', { amount: brl('1.00') }))
    expect((await order(to)).paid_at).toBe(paid_at)
  })

  test('goes on after the order is cancelled: what was paid is given back then', async () => {
    const to = await placed()
    const paid = await pay(to, input('pix'))
    await of.client.orders.cancel({ params: { id: to.id }, body: {} })
    expect((await tell(to, paid, event('refund'))).status).toBe(201)
    expect(await order(to)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  })

  test('less what the provider took off is enough', async () => {
    const to = await placed()
    const less = input('wallet', { amount: brl('90.00') }, { discount_amount: brl('10.00') })
    expect(await pay(to, less)).toMatchObject({ captured_amount: brl('90.00'), discount_amount: brl('10.00') })
    expect(await order(to)).toMatchObject({ payment_status: 'paid', total_paid_by_customer: '90.00' })
  })
})

describe('orders 10: an order that was edited', () => {
  const to = ({ products }: Order, quantity: number) => [{ line_item_id: products[0]?.id ?? 0, quantity }]
  const edit = (edited: Order, quantity: number) =>
    ask(of, 'POST', `/orders/${edited.id}/edit`, { products: to(edited, quantity), skip_shipping_requote: true })
  const ship = ({ id, fulfillments }: Order, value: number) =>
    ask(of, 'PATCH', `/orders/${id}/fulfillment-orders/${fulfillments[0]}`, { shipping: { consumer_cost: { value } } })
  const two = (): Promise<Order> => placed({ products: [{ variant_id: of.variants[0] ?? 0, quantity: 2 }] })

  test.each<[string, () => Promise<Order>, (part: Order) => Promise<unknown>]>([
    ['has fewer products', two, part => edit(part, 1)],
    ['is shipped for less', () => placed({ shipping_cost_customer: 20 }), part => ship(part, 0)],
  ])('and %s is paid from then on, if so much was paid', async (_, place, change) => {
    const part = await place()
    await pay(part, input('pix'))
    expect(await order(part)).toMatchObject({ payment_status: 'partially_paid', paid_at: null })
    of.world.advance(5000)
    await change(part)
    const after = await order(part)
    expect(after).toMatchObject({ payment_status: 'paid', total: '100.00', paid_at: after.updated_at })
    of.world.advance(5000)
    await of.client.orders.update({ params: { id: part.id }, body: { owner_note: 'later' } })
    expect((await order(part)).paid_at).toBe(after.paid_at)
    await sound()
  })

  test('is as paid as it was where it costs no more, whatever the provider took off', async () => {
    const less = await placed({ shipping_cost_customer: 20 })
    await pay(less, input('wallet', { amount: brl('95.00') }, { discount_amount: brl('25.00') }))
    await of.events()
    await ship(less, 10)
    expect(await order(less)).toMatchObject({ payment_status: 'paid', total: '110.00' })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    await edit(less, 2)
    expect(await order(less)).toMatchObject({ payment_status: 'partially_paid', total: '210.00' })
    expect(await of.events()).toEqual(['order/updated', 'order/edited'])
    await sound()
  })
})

test('what nobody asked for is not kept, the number of a card least of all', async () => {
  const to = await placed()
  const number = '4111111111111111'
  const sent = input('credit_card', { info: { message: 'ok', number } as never }, {
    info: { card: { brand: 'visa', number, cvv: '123' }, payment_attempt_id: number },
  } as never)
  expect(await pay(to, sent)).toMatchObject({
    info: { card: { brand: 'visa' } },
    events: [{ info: { message: 'ok' } }],
  })
  for (const table of ['transactions', 'transaction_events'])
    expect(
      await of.db.run(sql`
        select 1 from ${raw(table)} where store_id = ${of.id} and order_id = ${to.id} and info::text like ${`%${number}%`}`),
    ).toBe(0)
})

test('codes of providers may be numbers, and are kept as texts', async () => {
  const body = {
    payment_provider_id: 77,
    payment_method: { type: 'credit_card', id: 3 },
    info: { external_id: 123_456, card: { first_digits: 450_995, last_digits: 1234 } },
    first_event: { type: 'sale', status: 'failure', amount: brl('100.00'), authorization_code: 9, failure_code: 51 },
  }
  expect(await ask(of, 'POST', `/orders/${(await placed()).id}/transactions`, body)).toMatchObject({
    status: 201,
    body: {
      payment_provider_id: '77',
      payment_method: { id: '3' },
      info: { external_id: '123456', card: { first_digits: '450995', last_digits: '1234' } },
      events: [{ authorization_code: '9', failure_code: '51' }],
    },
  })
})

test('orders are found by how they were paid', async () => {
  const [card, slip, both, none] = [await placed(), await placed(), await placed(), await placed()]
  await pay(card, authorized())
  await pay(slip, input('boleto'))
  await pay(both, input('debit_card', { status: 'failure' }))
  await pay(both, input('boleto'))
  const found = async (...payment_methods: string[]) => {
    const query = { page: 1, per_page: 30, since_id: card.id - 1, payment_methods }
    return (await of.client.orders.list({ query })).map(({ id }) => id)
  }
  expect(await found('credit_card')).toEqual([card.id])
  expect(await found('boleto')).toEqual([slip.id, both.id])
  expect(await found('credit_card', ' debit_card')).toEqual([card.id, both.id])
  expect(await found('pix')).toEqual([])
  expect(await found(' ')).toContain(none.id)
})

describe('refused, and nothing changes:', () => {
  const first = (change: object) => ({ ...input('pix'), first_event: { ...input('pix').first_event, ...change } })

  test.each<[string, unknown, object]>([
    ['no amount', first({ amount: undefined }), { 'first_event.amount': ["can't be blank"] }],
    ['an amount of 0', first({ amount: brl('0.00') }), { 'first_event.amount.value': ['must be greater than 0'] }],
    [
      'less than that',
      first({ amount: brl('-1') }),
      { 'first_event.amount.value': ['must be a number of at least 0'] },
    ],
    [
      'a word for it',
      first({ amount: brl('ten') }),
      { 'first_event.amount.value': ['must be a number of at least 0'] },
    ],
    [
      'another currency',
      first({ amount: { value: '1.00', currency: 'ARS' } }),
      { 'first_event.amount.currency': ['must be BRL, the currency of the order'] },
    ],
    ['a refund at first', first({ type: 'refund' }), { 'first_event.type': ['cannot be the first'] }],
    [
      'a capture of what has none',
      first({ type: 'capture' }),
      { 'first_event.type': ['must be one of sale, expiration, refund for pix'] },
    ],
    [
      'a whole card number',
      { ...input('pix'), info: { card: { masked_number: '4111 1111 1111 1111' } } },
      { 'info.card.masked_number': [expect.any(String)] },
    ],
    [
      'a plain address',
      { ...input('pix'), info: { refund_url: 'http://x.example' } },
      { 'info.refund_url': [expect.any(String)] },
    ],
  ])('%s', async (_case, body, fields) => {
    const to = await placed()
    expect(await ask(of, 'POST', `/orders/${to.id}/transactions`, body)).toEqual({ status: 422, body: fields })
    expect(await of.client.transactions.list({ params: { order_id: to.id } })).toEqual([])
    expect(await order(to)).toEqual(to)
    expect(await of.events()).toEqual([])
  })

  test.each<[string, TransactionInput, object, object]>([
    ['more captured than authorized', authorized(), event('capture', '100.01'), { amount: ['must be at most 100.00'] }],
    ['more refunded than captured', input('pix'), event('refund', '100.01'), { amount: ['must be at most 100.00'] }],
    [
      'a refund of nothing',
      authorized(),
      event('refund'),
      { type: ['cannot follow while the transaction is authorized'] },
    ],
    [
      'an event that the method does not know',
      input('pix'),
      event('void'),
      { type: ['must be one of sale, expiration, refund for pix'] },
    ],
    ['a second sale', input('pix'), event('sale'), { type: ['cannot follow while the transaction is paid'] }],
    ['a type that nobody knows', input('pix'), { type: 'gift', status: 'success' }, { type: [expect.any(String)] }],
  ])('%s', async (_case, body, next, fields) => {
    const to = await placed()
    const transaction = await pay(to, body)
    const before = await order(to)
    await of.events()
    expect(await tell(to, transaction, next)).toEqual({ status: 422, body: fields })
    expect(await one(to, transaction)).toEqual(transaction)
    expect(await order(to)).toEqual(before)
    expect(await of.events()).toEqual([])
  })

  test('anything more for an order that was given back', async () => {
    const to = await placed()
    const paid = await pay(to, input('pix'))
    await tell(to, paid, event('refund'))
    const again = await ask(of, 'POST', `/orders/${to.id}/transactions`, input('pix'))
    expect(again).toEqual(A(422, 'The payment of the order is refunded and cannot become partially_refunded'))
    expect(await of.client.transactions.list({ params: { order_id: to.id } })).toHaveLength(1)
  })

  test('orders and transactions that are not there, and a transaction of another app', async () => {
    const [to, other] = [await placed(), await placed()]
    const paid = await pay(to, input('pix'))
    const noOrder = A(404, 'Order with such id does not exist')
    const noTransaction = A(404, 'Transaction with such id does not exist')
    expect(await ask(of, 'GET', '/orders/99999999/transactions')).toEqual(noOrder)
    expect(await ask(of, 'POST', '/orders/99999999/transactions', input('pix'))).toEqual(noOrder)
    expect(await ask(of, 'GET', `/orders/${other.id}/transactions/${paid.id}`)).toEqual(noTransaction)
    expect(await tell(other, paid, event('refund'))).toEqual(noTransaction)
    const headers = { authentication: `bearer ${await of.tokenWith(['write_payments'])}` }
    const path = `/v1/${of.id}/orders/${to.id}/transactions/${paid.id}`
    expect((await of.request('POST', `${path}/events`, { headers, body: event('refund') })).status).toBe(403)
    expect((await of.request('GET', path, { headers })).status).toBe(200)
  })

  test('what an app tells of a transaction that the merchant made; the merchant may speak for the app', async () => {
    const to = await placed()
    const made = { app: null, name: 'Mine', scopes: ['write_payments' as const] }
    const token = await of.db.tx(tx => issueToken(tx, of.world, of.id, made))
    const merchant = (path: string, body: unknown) => {
      const headers = { authentication: `bearer ${token}` }
      return of.request('POST', `/v1/${of.id}/orders/${to.id}/transactions${path}`, { headers, body })
    }
    const { status, body: theirs } = await merchant('', authorized())
    expect(status).toBe(201)
    expect(await tell(to, theirs, event('capture'))).toMatchObject({ status: 403 })
    const ours = await pay(to, authorized())
    expect((await merchant(`/${ours.id.toUpperCase()}/events`, event('capture'))).status).toBe(201)
  })
})

describe('an order that was noted as paid', () => {
  test('stays so when a transaction begins, and the sale is taken for the same money', async () => {
    const to = await placed()
    await of.client.orders.update({ params: { id: to.id }, body: { status: 'paid' } })
    await of.events()
    const slip = await pay(to, input('pix', { status: 'pending' }))
    expect(await order(to)).toMatchObject({ payment_status: 'paid', total_paid_by_customer: '100.00' })
    await tell(to, slip, event('sale'))
    expect(await order(to)).toMatchObject({
      payment_status: 'paid',
      total_paid_by_customer: '100.00',
      payment_count: 1,
    })
    expect(await of.events()).toEqual(['order/updated'])
    await tell(to, slip, event('refund'))
    expect((await order(to)).payment_status).toBe('refunded')
    await sound()
  })

  test('after a part was captured is paid by both', async () => {
    const to = await placed()
    const part = await pay(to, input('pix', { amount: brl('40.00') }))
    await of.client.orders.update({ params: { id: to.id }, body: { status: 'paid' } })
    expect(await order(to)).toMatchObject({
      payment_status: 'paid',
      total_paid_by_customer: '100.00',
      payment_count: 2,
    })
    await tell(to, part, event('refund'))
    expect((await order(to)).payment_status).toBe('partially_refunded')
    await sound()
  })
})

describe('at once', () => {
  test('twenty captures on two servers all count, and not one more than was authorized', async () => {
    const to = await placed()
    const card = await pay(to, authorized())
    const servers = [of.server, await app()]
    const url = `/v1/${of.id}/orders/${to.id}/transactions/${card.id}/events`
    const headers = { ...of.headers, 'content-type': 'application/json' }
    const payload = JSON.stringify(event('capture', '10.00'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => servers[i % 2]?.inject({ method: 'POST', url, headers, payload })),
    )
    expect(answers.filter(answer => answer?.statusCode === 201)).toHaveLength(10)
    expect(answers.filter(answer => answer?.statusCode === 422)).toHaveLength(10)
    expect(await one(to, card)).toMatchObject({ captured_amount: brl('100.00'), status: 'paid' })
    expect((await order(to)).payment_status).toBe('paid')
    await sound()
  })

  test('of two that meet the second knows of the first', async () => {
    const to = await placed()
    const paid = await pay(to, input('pix'))
    const call = await callOf(of)
    const refund = event('refund', '60.00') as TransactionEventInput
    const second = await meet(
      of.db,
      tx => addEvent({ ...call, tx }, to.id, paid.id, refund),
      () => tell(to, paid, refund),
    )
    expect(second).toEqual(B({ amount: ['must be at most 40.00'] }))
  })

  test('an event that is told twice with one key happens once', async () => {
    const to = await placed()
    const paid = await pay(to, input('pix'))
    const path = `/v1/${of.id}/orders/${to.id}/transactions/${paid.id}/events`
    const twice = { headers: { 'idempotency-key': `refund ${to.id}` }, body: event('refund', '10.00') }
    const [one_, other] = await Promise.all([of.request('POST', path, twice), of.request('POST', path, twice)])
    expect(other.body).toEqual(one_.body)
    expect(await one(to, paid)).toMatchObject({ refunded_amount: brl('10.00') })
  })
})

test('contract: transactions 5: a card without a brand is known by its id', async () => {
  const to = await placed()
  await pay(to, { ...authorized(), payment_method: { type: 'credit_card', id: 'master' } })
  expect((await order(to)).payment_details).toEqual({
    method: 'credit_card',
    credit_card_company: 'master',
    installments: 1,
  })
})

test('orders 11.1: what was only authorized, and what another order got, has paid for nothing', async () => {
  const [to, other] = [await placed(), await placed()]
  await pay(to, input('pix'))
  await pay(to, authorized())
  await pay(other, input('boleto'))
  expect(await of.client.orders.values({ params: to })).toMatchObject([{ status: 'PAID', gateway_method: 'pix' }])
})

describe('contract: transactions 1:', () => {
  test('an order has at most 50', async () => {
    const to = await placed()
    await pay(to, input('pix', { status: 'failure' }))
    await of.db.run(sql`
      with copies as (
        insert into transactions (store_id, order_id, number, payment_provider_id, method_type, method_id, currency,
                                  discount, info, created_at)
        select store_id, order_id, n, payment_provider_id, method_type, method_id, currency, discount, info, created_at
          from transactions, generate_series(2, 49) n where store_id = ${of.id} and order_id = ${to.id}
        returning id
      )
      insert into transaction_events (store_id, order_id, transaction_id, number, method_type, type, status, amount, info,
                                      happened_at, created_at)
      select store_id, order_id, copies.id, number, method_type, type, status, amount, info, happened_at, created_at
        from transaction_events, copies where store_id = ${of.id} and order_id = ${to.id}`)
    const more = () => ask(of, 'POST', `/orders/${to.id}/transactions`, input('pix', { status: 'failure' }))
    expect(await more()).toMatchObject({ status: 201 })
    expect(await more()).toEqual(A(422, 'An order has at most 50 transactions'))
  })

  test('a transaction has at most 100 events', async () => {
    const to = await placed()
    const card = await pay(to, input('credit_card', { type: 'in_fraud_analysis' }))
    const looked = event('in_fraud_analysis')
    await of.db.run(sql`
      insert into transaction_events (store_id, order_id, transaction_id, number, method_type, type, status, amount, info,
                                      happened_at, created_at)
      select store_id, order_id, transaction_id, n, method_type, type, status, amount, info, happened_at, created_at
        from transaction_events, generate_series(2, 99) n where store_id = ${of.id} and transaction_id = ${card.id}`)
    expect(await tell(to, card, looked)).toMatchObject({ status: 201 })
    expect(await tell(to, card, looked)).toEqual(A(422, 'A transaction has at most 100 events'))
  })
})

test('the database itself keeps what no event may be', async () => {
  const to = await placed()
  const paid = await pay(to, input('pix'))
  const copy = (change: string) =>
    of.db.run(sql`
      insert into transaction_events (store_id, order_id, transaction_id, number, method_type, type, status, amount, info,
                                      happened_at, created_at)
      select store_id, order_id, transaction_id, ${raw(change)}, info, happened_at, created_at
        from transaction_events where store_id = ${of.id} and transaction_id = ${paid.id}`)
  await expect(copy("2, method_type, 'sale', 'success', 1")).rejects.toThrow('transaction_events_charge')
  await expect(copy("2, method_type, 'void', 'success', 1")).rejects.toThrow('transaction_events_type')
  await expect(copy("2, 'credit_card', 'void', 'success', 1")).rejects.toThrow('transaction_events_method')
  await copy("2, method_type, 'refund', 'success', 101")
  const broken = await findBroken(of.db, transactionChecks, of.id)
  expect(broken.map(({ name }) => name)).toEqual(['transactions/amounts-fit', 'transactions/orders-know'])
  await of.db.run(
    sql`delete from transaction_events where store_id = ${of.id} and transaction_id = ${paid.id} and number = 2`,
  )
})

test('of ten thousand transactions those of the order are read', async () => {
  const to = await placed()
  const paid = await pay(to, input('pix'))
  const others = await placed()
  await of.db.run(sql`
    insert into transactions (store_id, order_id, number, payment_provider_id, method_type, method_id, currency, discount, info, created_at)
    select ${of.id}, ${others.id}, n, 'x', 'pix', 'pix', 'BRL', 0, '{}', now() from generate_series(1, 10000) n`)
  // No order has as many. Who refers to one is found by its id, as soon as PostgreSQL knows that.
  await of.db.run(raw('analyze transactions'))
  await of.db.run(sql`
    insert into transaction_events (store_id, order_id, transaction_id, number, method_type, type, status, amount, info,
                                    happened_at, created_at)
    select store_id, order_id, id, 1, 'pix', 'sale', 'pending', 1, '{}', now(), now()
      from transactions where store_id = ${of.id} and order_id = ${others.id}`)
  await of.db.run(raw('vacuum analyze transactions, transaction_events'))
  for (const table of ['transactions', 'transaction_events']) {
    const { read, isSequential, result } = await costOf(of.own, table, db => list(db, of.id, to.id))
    expect({ read, isSequential }).toEqual({ read: 1, isSequential: false })
    expect(result).toMatchObject([{ id: paid.id }])
  }
})
