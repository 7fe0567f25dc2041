/** docs/contract: customers, row by row. */
import type { Customer, CustomerInput } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { stocked } from '../testing/orders.ts'
import { A, ask, B, shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'

const ana: CustomerInput = { name: 'Ana Lima', email: 'ana@example.com' }
const create = (of: TestStore, body: Partial<CustomerInput> = {}): Promise<Customer> =>
  of.client.customers.create({ body: { ...ana, ...body } })

const noCustomer = A(404, 'Customer with such id does not exist')

const Payload = Type.Object({ event: Type.String(), payload: Type.Unknown() })
const told = ({ db, id }: TestStore) =>
  db.many(Payload, sql`select event, payload from events where store_id = ${id} order by id`)

describe('1 Endpoints', () => {
  test('POST: name and e-mail are enough', async () => {
    const of = await shop()
    const customer = await create(of)
    expect(customer).toEqual({
      id: expect.any(Number),
      name: 'Ana Lima',
      email: 'ana@example.com',
      phone: null,
      identification: null,
      note: null,
      default_address: null,
      addresses: [],
      billing_name: null,
      billing_phone: null,
      billing_address: null,
      billing_number: null,
      billing_floor: null,
      billing_locality: null,
      billing_zipcode: null,
      billing_city: null,
      billing_province: null,
      billing_country: null,
      extra: {},
      total_spent: '0.00',
      total_spent_currency: 'BRL',
      last_order_id: null,
      active: false,
      first_interaction: customer.created_at,
      accepts_marketing: false,
      accepts_marketing_updated_at: null,
      customer_type: null,
      business_name: null,
      trade_name: null,
      state_registration: null,
      fiscal_regime: null,
      invoice_use: null,
      document_type: null,
      business_activity: null,
      created_at: expect.any(String),
      updated_at: customer.created_at,
    })
    expect(await of.client.customers.get({ params: { id: customer.id } })).toEqual(customer)
  })

  test('POST: without name or e-mail, or with no e-mail at all, 422 B', async () => {
    const of = await shop()
    const post = (body: unknown) => ask(of, 'POST', '/customers', body)
    expect(await post({})).toEqual(B({ name: ["can't be blank"], email: ["can't be blank"] }))
    expect(await post({ name: '', email: 'a@b' })).toEqual(B({ name: ["can't be blank"] }))
    expect(await post({ name: 'Ana', email: 'nobody' })).toEqual(B({ email: ['is invalid'] }))
    expect(await of.events()).toEqual([])
  })

  test('POST: an e-mail that a customer has, in whatever letter case, is 422 B; in another store it is free', async () => {
    const of = await shop()
    await create(of)
    const taken = B({ email: ['has already been taken'] })
    expect(await ask(of, 'POST', '/customers', { ...ana, email: 'ANA@example.com' })).toEqual(taken)
    const { id } = await create(of, { email: 'bia@example.com' })
    expect(await ask(of, 'PUT', `/customers/${id}`, { email: 'Ana@Example.com' })).toEqual(taken)
    await create(await shop())
  })

  test('POST: of ten with one e-mail at the same time one is made', async () => {
    const of = await shop()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(of, 'POST', '/customers', ana)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9)
  })

  test('POST: send_email_invite is accepted; a password activates the account, and nobody ever sees it again', async () => {
    const of = await shop()
    const customer = await create(of, { send_email_invite: true, password: 'my secret word' })
    expect(customer.active).toBe(true)
    const rows = await of.db.many(Type.Object({ row: Type.String() }), sql`select c::text as row from customers c`)
    expect(JSON.stringify([rows, await told(of), customer])).not.toContain('my secret word')
  })

  test('PUT leaves what another changes at the same time', async () => {
    const own = await shop()
    const { id } = await own.client.customers.create({ body: { name: 'Ana', email: 'ana@example.com' } })
    const { body } = await meet(
      own.db,
      tx => tx.run(sql`update customers set note = 'Rings twice' where store_id = ${own.id} and id = ${id}`),
      () => ask(own, 'PUT', `/customers/${id}`, { name: 'Ana Lima' }),
    )
    expect(body).toMatchObject({ name: 'Ana Lima', note: 'Rings twice' })
  })

  test('PUT merges: what is left out stays, what is sent empty is cleared, what is read-only is ignored', async () => {
    const of = await shop()
    const before = await create(of, {
      phone: 5511 as never,
      note: 'good',
      billing_city: 'Recife',
      extra: { size: 'M' },
    })
    expect(before.phone).toBe('5511')
    of.world.advance(5000)
    const after = await of.client.customers.update({
      params: { id: before.id },
      body: { ...before, name: 'Ana Souza', note: '', billing_city: null, trade_name: 'Souza' },
    })
    expect(after).toEqual({
      ...before,
      name: 'Ana Souza',
      note: null,
      billing_city: null,
      trade_name: 'Souza',
      updated_at: expect.not.stringMatching(before.updated_at.replace('+', '\\+')),
    })
    expect(await ask(of, 'PUT', '/customers/999999', { name: 'x' })).toEqual(noCustomer)
    expect(await ask(of, 'PUT', `/customers/${before.id}`, { name: null })).toMatchObject({ status: 422 })
  })

  test('DELETE is 200 {}, and the customer is gone', async () => {
    const of = await shop()
    const { id } = await create(of)
    expect(await ask(of, 'DELETE', `/customers/${id}`)).toEqual({ status: 200, body: {} })
    expect(await ask(of, 'GET', `/customers/${id}`)).toEqual(noCustomer)
    expect(await ask(of, 'DELETE', `/customers/${id}`)).toEqual(noCustomer)
  })

  test('a customer of another store does not exist', async () => {
    const [of, other] = [await shop(), await shop()]
    const { id } = await create(of)
    for (const method of ['GET', 'DELETE']) expect(await ask(other, method, `/customers/${id}`)).toEqual(noCustomer)
    expect(await ask(other, 'PUT', `/customers/${id}`, { name: 'x' })).toEqual(noCustomer)
    expect(await other.client.customers.list()).toEqual([])
  })

  test('events carry id and event_launch_ts; a PUT that changes nothing tells nothing', async () => {
    const of = await shop()
    const made = await create(of, { addresses: [{ address: 'Rua A', country: 'x'.repeat(255) }], extra: { a: 1 } })
    const { id } = made
    await of.client.customers.update({ params: { id }, body: made })
    expect(await of.events()).toEqual(['customer/created'])
    of.world.advance(5000)
    const changed = await of.client.customers.update({ params: { id }, body: { phone: '1' } })
    await of.client.customers.delete({ params: { id } })
    const at = (event_launch_ts: string) => ({ id, event_launch_ts })
    expect(await told(of)).toEqual([
      { event: 'customer/created', payload: at(made.created_at) },
      { event: 'customer/updated', payload: at(changed.updated_at) },
      { event: 'customer/deleted', payload: at(changed.updated_at) },
    ])
  })
})

describe('1 Endpoints: the list', () => {
  let of: TestStore
  let made: Customer[]
  beforeAll(async () => {
    of = await shop()
    made = []
    const people: CustomerInput[] = [
      { name: 'Ána Lima', email: 'ana@example.com' },
      { name: 'Bia 100%', email: 'bia@example.com', identification: '123.456' },
      { name: 'Caio', email: 'Caio_X@example.com' },
    ]
    for (const body of people) {
      made.push(await of.client.customers.create({ body }))
      of.world.advance(60_000)
    }
  })

  const at = (place: number) => encodeURIComponent(made[place]?.created_at ?? '')

  test.each<[string, () => string, number[]]>([
    ['nothing: by id', () => '', [0, 1, 2]],
    ['since_id', () => `since_id=${made[0]?.id}`, [1, 2]],
    ['created_at_min, inclusive', () => `created_at_min=${at(1)}`, [1, 2]],
    ['created_at_max, inclusive', () => `created_at_max=${at(1)}`, [0, 1]],
    ['updated_at_min, inclusive', () => `updated_at_min=${at(2)}`, [2]],
    ['updated_at_max, inclusive', () => `updated_at_max=${at(0)}`, [0]],
    ['q: a part of a name, without its accent', () => 'q=ana%20l', [0]],
    ['q: a part of an e-mail, in any letter case', () => 'q=BIA@', [1]],
    ['q: a part of an identification', () => 'q=3.45', [1]],
    ['q: signs of patterns are texts', () => 'q=0%25', [1]],
    ['q: and so is the other one', () => 'q=o_x', [2]],
    ['q: nothing like it', () => 'q=nobody', []],
    ['email: the whole of it, in any letter case', () => 'email=caio_x@example.com', [2]],
    ['email: a part is not enough', () => 'email=example.com', []],
    ['several at once', () => 'q=example&email=ana@example.com', [0]],
  ])('%s', async (_title, query, expected) => {
    const { status, body } = await ask(of, 'GET', `/customers?${query()}`)
    expect(status).toBe(200)
    expect((body as Customer[]).map(({ id }) => made.findIndex(customer => customer.id === id))).toEqual(expected)
  })

  test('fields', async () => {
    expect(await ask(of, 'GET', '/customers?fields=id,total_spent&per_page=1')).toEqual({
      status: 200,
      body: [{ id: made[0]?.id, total_spent: '0.00' }],
    })
  })
})

describe('2 Object', () => {
  const writable: [keyof CustomerInput & keyof Customer, unknown, unknown][] = [
    ['name', 'Bia', 'Bia'],
    ['email', 'bia@example.com', 'bia@example.com'],
    ['phone', 1199, '1199'],
    ['identification', 12345, '12345'],
    ['note', 'pays late', 'pays late'],
    ['billing_name', 'Ana', 'Ana'],
    ['billing_phone', '11 9', '11 9'],
    ['billing_address', 'Rua A', 'Rua A'],
    ['billing_number', 12, '12'],
    ['billing_floor', '3', '3'],
    ['billing_locality', 'Centro', 'Centro'],
    ['billing_zipcode', 1310100, '1310100'],
    ['billing_city', 'São Paulo', 'São Paulo'],
    ['billing_province', 'SP', 'SP'],
    ['billing_country', 'BR', 'BR'],
    ['extra', { size: 'M', n: 1 }, { size: 'M', n: 1 }],
    ['customer_type', 'company', 'company'],
    ['business_name', 'Lima SA', 'Lima SA'],
    ['trade_name', 'Lima', 'Lima'],
    ['state_registration', '1', '1'],
    ['fiscal_regime', '601', '601'],
    ['invoice_use', 'G01', 'G01'],
    ['document_type', 'cpf', 'cpf'],
    ['business_activity', 'shoes', 'shoes'],
  ]

  test.each(writable)('%s can be written by POST and PUT', async (field, given, shown) => {
    const of = await shop()
    expect(await create(of, { [field]: given })).toMatchObject({ [field]: shown })
    const { id } = await create(of, { email: 'other@example.com' })
    await of.client.customers.delete({ params: { id: (await of.client.customers.list())[0]?.id ?? 0 } })
    expect(await of.client.customers.update({ params: { id }, body: { [field]: given } })).toMatchObject({
      [field]: shown,
    })
  })

  test.each(['notmail', 'a b@c', '@'])(
    'an order may bring the e-mail %j: the customer can be sent back',
    async email => {
      const of = await stocked([[1]])
      const { customer } = await of.place({ customer: { name: 'Ana', email } })
      const path = `/customers/${customer?.id}`
      const { body: read } = await ask(of, 'GET', path)
      expect(read).toMatchObject({ email })
      expect(await ask(of, 'PUT', path, read)).toEqual({ status: 200, body: read })
      expect(await ask(of, 'PUT', path, { email, note: 'x' })).toMatchObject({
        status: 200,
        body: { email, note: 'x' },
      })
      expect(await ask(of, 'PUT', path, { email: 'neither' })).toEqual(B({ email: ['is invalid'] }))
      expect(await ask(of, 'PUT', path, { email: '' })).toEqual(B({ email: ["can't be blank"] }))
      expect(await ask(of, 'PUT', path, { email: 'a@b' })).toMatchObject({ status: 200, body: { email: 'a@b' } })
      expect(await ask(of, 'PUT', path, { email })).toEqual(B({ email: ['is invalid'] }))
    },
  )

  test('extra: an empty list is how PHP writes an empty object', async () => {
    const of = await shop()
    const { id, extra } = await create(of, { extra: [] as never })
    expect(extra).toEqual({})
    await of.client.customers.update({ params: { id }, body: { extra: { a: 'b' } } })
    expect((await of.client.customers.update({ params: { id }, body: { extra: null } })).extra).toEqual({})
  })

  test.each<[string, unknown]>([
    ['id', 7],
    ['default_address', { address: 'x' }],
    ['total_spent', '9.00'],
    ['total_spent_currency', 'USD'],
    ['last_order_id', 7],
    ['active', true],
    ['first_interaction', '2020-01-01T00:00:00+0000'],
    ['accepts_marketing', true],
    ['accepts_marketing_updated_at', '2020-01-01T00:00:00+0000'],
    ['created_at', '2020-01-01T00:00:00+0000'],
    ['updated_at', '2020-01-01T00:00:00+0000'],
  ])('%s cannot be written', async (field, given) => {
    const of = await shop()
    const made = await create(of, { [field]: given } as Partial<CustomerInput>)
    expect(made[field as keyof Customer]).not.toEqual(given)
    const after = await of.client.customers.update({ params: { id: made.id }, body: { [field]: given } as object })
    expect(after).toEqual(made)
  })

  test('an address with the id 0, as orders show theirs, is a new one', async () => {
    const of = await shop()
    const made = await create(of, { addresses: [{ id: 0, address: 'Rua A' }] })
    const [home] = made.addresses
    expect(home?.id).toBeGreaterThan(0)
    const body = { addresses: [...made.addresses, { id: 0, address: 'Rua B' }, { id: 0, address: 'Rua C' }] }
    const { addresses } = await of.client.customers.update({ params: { id: made.id }, body })
    expect(addresses.map(({ address }) => address)).toEqual(['Rua A', 'Rua B', 'Rua C'])
    expect(addresses[0]).toEqual(home)
    expect(new Set(addresses.map(({ id }) => id)).add(0).size).toBe(4)
  })

  test('addresses have numbers and dates of their own, and one is the default', async () => {
    const of = await shop()
    const home = {
      address: 'Rua A',
      number: 12,
      zipcode: 1310100,
      city: 'São Paulo',
      country: 'BR',
      name: 'Ana',
    } as object
    const { id, addresses, default_address, created_at } = await create(of, { addresses: [home, { address: 'Rua B' }] })
    const empty = { name: null, number: null, floor: null, locality: null, zipcode: null, city: null }
    const rest = { province: null, country: null, phone: null, created_at, updated_at: created_at }
    const [first, second] = addresses
    expect(addresses).toEqual([
      { ...empty, ...rest, ...home, number: '12', zipcode: '1310100', id: expect.any(Number), default: true },
      { ...empty, ...rest, address: 'Rua B', id: expect.any(Number), default: false },
    ])
    expect(default_address).toEqual(first)
    expect(second?.id).not.toBe(first?.id)
    of.world.advance(5000)
    const body = { addresses: [{ id: second?.id ?? 0, default: true }, { address: 'Rua C' }] }
    const after = await of.client.customers.update({ params: { id }, body })
    expect(after.addresses).toMatchObject([
      { id: second?.id, address: 'Rua B', default: true, created_at, updated_at: after.updated_at },
      { address: 'Rua C', default: false, created_at: after.updated_at },
    ])
    expect(after.default_address?.id).toBe(second?.id)
    const echo = { addresses: [...after.addresses, { address: 'Rua D', default: true }] }
    const chosen = (await of.client.customers.update({ params: { id }, body: echo })).addresses
    expect(chosen.map(({ default: isDefault }) => isDefault)).toEqual([false, false, true])
    expect(await of.client.customers.update({ params: { id }, body: { addresses: null } })).toMatchObject({
      addresses: [],
      default_address: null,
    })
  })

  test('an address of another customer is none of this one: it gets a number of its own', async () => {
    const of = await shop()
    const [theirs] = (await create(of, { addresses: [{ address: 'Rua A' }] })).addresses
    const mine = await create(of, { email: 'bia@example.com', addresses: [{ id: theirs?.id ?? 0, address: 'Rua B' }] })
    expect(mine.addresses).toMatchObject([{ address: 'Rua B' }])
    expect(mine.addresses[0]?.id).not.toBe(theirs?.id)
  })
})
