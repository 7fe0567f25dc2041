/** Contract: shipping 4. */
import type { ShippingTableInput } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { statusOf } from '../testing/answers.ts'
import { callOf, meet } from '../testing/locks.ts'
import { ask, B, shop } from '../testing/products.ts'
import { aTable } from '../testing/shipping.ts'
import { aLocation, type TestStore } from '../testing/store.ts'
import { createTable } from './index.ts'

let of: TestStore
let location: string
beforeAll(async () => {
  of = await shop()
  location = (await of.client.locations.create({ body: aLocation() })).id
  await of.events()
})

type Zone = ShippingTableInput['zones'][number]
const zone = (change: Partial<Zone>): ShippingTableInput =>
  aTable({ zones: [{ ...aTable().zones[0], ...change } as Zone] })
const rate = (change: object): ShippingTableInput => zone({ rates: [{ steps: [{ price: 1 }], ...change }] })

test('shipping 4.1: create, read, list, change, delete; what is left out gets its default', async () => {
  const { client } = await shop()
  const table = await client.shippingTables.create({
    body: {
      name: 'Correio',
      zones: [
        {
          country: 'br',
          postal_codes: [{ from: '01000-000', to: '05999-999' }],
          rates: [{ steps: [{ max_weight: 1, price: 9.9 }, { max_weight: '5.5', price: '20' }, { price: '40.00' }] }],
        },
      ],
    },
  })
  expect(table).toEqual({
    id: expect.any(Number),
    name: 'Correio',
    active: true,
    allow_free_shipping: false,
    zones: [
      {
        name: '',
        country: 'BR',
        provinces: [],
        postal_codes: [{ from: '01000-000', to: '05999-999' }],
        rates: [
          {
            location_id: null,
            min_days: null,
            max_days: null,
            steps: [
              { max_weight: '1.000', price: '9.90' },
              { max_weight: '5.500', price: '20.00' },
              { max_weight: null, price: '40.00' },
            ],
          },
        ],
      },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const params = { id: table.id }
  expect(await client.shippingTables.get({ params })).toEqual(table)
  expect(await client.shippingTables.list()).toEqual([table])
  const changed = await client.shippingTables.update({ params, body: { name: 'Expresso', active: false } })
  expect(changed).toEqual({ ...table, name: 'Expresso', active: false, updated_at: changed.updated_at })
  const { zones } = await client.shippingTables.update({ params, body: { zones: aTable().zones } })
  expect(zones).toHaveLength(1)
  expect(zones[0]?.postal_codes).toEqual([])
  expect(await client.shippingTables.delete({ params })).toEqual({})
  await expect(client.shippingTables.get({ params })).rejects.toMatchObject({ status: 404 })
  await expect(client.shippingTables.delete({ params })).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['active', true, false],
  ['allow_free_shipping', false, true],
])(
  'shipping 4.2: %s: null is not said, neither to a new table nor to one that there is',
  async (field, value, other) => {
    const { client } = await shop()
    const table = await client.shippingTables.create({ body: { ...aTable(), [field]: null } })
    expect(table).toMatchObject({ [field]: value })
    for (const said of [other, null]) {
      const changed = await client.shippingTables.update({ params: { id: table.id }, body: { [field]: said } })
      expect(changed).toMatchObject({ [field]: other })
    }
  },
)

test('shipping 4.2: what was read can be sent back and changes nothing, not even updated_at; another name does', async () => {
  const { client, world } = of
  const table = await client.shippingTables.create({ body: rate({ location_id: location, min_days: 2 }) })
  const params = { id: table.id }
  world.advance(5000)
  expect(await ask(of, 'PUT', `/shipping_tables/${table.id}`, table)).toEqual({ status: 200, body: table })
  const { updated_at } = await client.shippingTables.update({ params, body: { name: 'Outra' } })
  expect(updated_at > table.updated_at).toBe(true)
})

test('shipping 4.2: a location that is gone can be sent back with the table that names it, and with no other', async () => {
  const shipper = await shop()
  const { client } = shipper
  await client.locations.create({ body: aLocation() })
  const { id: gone } = await client.locations.create({ body: aLocation() })
  const { id, zones } = await client.shippingTables.create({ body: rate({ location_id: gone }) })
  const other = await client.shippingTables.create({ body: aTable() })
  await client.locations.delete({ params: { id: gone } })
  const unknown = B({ 'zones.0.rates.0.location_id': ['Location with such id does not exist'] })
  expect(await ask(shipper, 'POST', '/shipping_tables', { name: 'Correio', zones })).toEqual(unknown)
  expect(await ask(shipper, 'PUT', `/shipping_tables/${other.id}`, { zones })).toEqual(unknown)
  expect(await client.shippingTables.update({ params: { id }, body: { name: 'Expresso', zones } })).toMatchObject({
    name: 'Expresso',
    zones,
  })
  await client.shippingTables.update({ params: { id }, body: { zones: aTable().zones } })
  expect(await ask(shipper, 'PUT', `/shipping_tables/${id}`, { zones })).toEqual(unknown)
})

test('what two change of a table at the same time is kept', async () => {
  const { id } = await of.client.shippingTables.create({ body: aTable() })
  const changed = await meet(
    of.db,
    tx => tx.run(sql`update shipping_tables set name = 'Expresso' where store_id = ${of.id} and id = ${id}`),
    () => of.client.shippingTables.update({ params: { id }, body: { active: false } }),
  )
  expect(changed).toMatchObject({ name: 'Expresso', active: false })
})

test('no event tells of tables', async () => {
  await of.client.shippingTables.create({ body: aTable() })
  expect(await of.events()).toEqual([])
})

test('a table of another store does not exist', async () => {
  const other = await shop()
  const { id } = await other.client.shippingTables.create({ body: aTable() })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect(await ask(of, method, `/shipping_tables/${id}`, method === 'PUT' ? { name: 'x' } : undefined)).toMatchObject(
      { status: 404 },
    )
  }
  expect(await other.client.shippingTables.get({ params: { id } })).toMatchObject({ name: 'Correio' })
})

test('contract 2.4: postal codes come as numbers too, and an empty weight is any', async () => {
  const { zones } = await of.client.shippingTables.create({
    body: zone({
      postal_codes: [{ from: 1000, to: 1999 }] as never,
      rates: [{ steps: [{ max_weight: '', price: 5 }] }],
    }),
  })
  expect(zones).toMatchObject([
    { postal_codes: [{ from: '1000', to: '1999' }], rates: [{ steps: [{ max_weight: null, price: '5.00' }] }] },
  ])
})

describe('shipping 4.2: what cannot be meant is refused, and named', () => {
  test.each<[string, () => ShippingTableInput, string, string?]>([
    [
      'a range that ends before it begins',
      () => zone({ postal_codes: [{ from: '2000', to: '1000' }] }),
      'postal_codes.0.to',
    ],
    ['a range of two lengths', () => zone({ postal_codes: [{ from: '100', to: '1000' }] }), 'postal_codes.0.to'],
    [
      'a location that does not exist',
      () => rate({ location_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
      'rates.0.location_id',
    ],
    [
      'a location twice',
      () => zone({ rates: [0, 1].map(() => ({ location_id: location, steps: [{ price: 1 }] })) }),
      'rates.1.location_id',
    ],
    [
      'all locations twice',
      () => zone({ rates: [0, 1].map(() => ({ steps: [{ price: 1 }] })) }),
      'rates.1.location_id',
    ],
    ['later than at the latest', () => rate({ min_days: 5, max_days: 4 }), 'rates.0.max_days'],
    ['a price below nothing', () => rate({ steps: [{ price: -1 }] }), 'rates.0.steps.0.price'],
    ['a price that is none', () => rate({ steps: [{ price: 'free' }] }), 'rates.0.steps.0.price'],
    ['a weight that is none', () => rate({ steps: [{ price: 1, max_weight: 'a lot' }] }), 'rates.0.steps.0.max_weight'],
    [
      'a price beyond what is kept',
      () => rate({ steps: [{ price: '1000000000000.01' }] }),
      'rates.0.steps.0.price',
      'must be a number from 0 to 1000000000000.00',
    ],
    [
      'a weight beyond what is kept',
      () => rate({ steps: [{ price: 1, max_weight: '100000.001' }] }),
      'rates.0.steps.0.max_weight',
      'must be a number of kilograms, at most 100000.000',
    ],
    ['no weight', () => rate({ steps: [{ price: 1, max_weight: 0 }] }), 'rates.0.steps.0.max_weight'],
    [
      'steps that go down',
      () =>
        rate({
          steps: [
            { price: 1, max_weight: 2 },
            { price: 2, max_weight: 1 },
          ],
        }),
      'rates.0.steps.1.max_weight',
    ],
    [
      'a step after the last',
      () => rate({ steps: [{ price: 1 }, { price: 2, max_weight: 1 }] }),
      'rates.0.steps.0.max_weight',
    ],
  ])('%s', async (_title, body, field, text) => {
    const expected = B({ [`zones.0.${field}`]: [text ?? expect.any(String)] })
    expect(await ask(of, 'POST', '/shipping_tables', body())).toEqual(expected)
    const { id } = await of.client.shippingTables.create({ body: aTable() })
    expect(await ask(of, 'PUT', `/shipping_tables/${id}`, body())).toEqual(expected)
  })

  test('a table as long as a book', async () => {
    const provinces = Array.from({ length: 200 }, () => 'x'.repeat(250))
    const body = aTable({
      zones: Array.from({ length: 10 }, () => ({ provinces, rates: [{ steps: [{ price: 1 }] }] })),
    })
    expect(await ask(of, 'POST', '/shipping_tables', body)).toMatchObject({ status: 422 })
  })
})

test('shipping 4.2: a store has at most 300 tables, also where two are made at once', async () => {
  const own = await shop()
  const { client, db, id: store } = own
  const create = () => statusOf(client.shippingTables.create({ body: aTable() }))
  await create()
  await db.run(sql`
    insert into shipping_tables (store_id, name, active, allow_free_shipping, zones, created_at, updated_at)
    select store_id, name, active, allow_free_shipping, zones, created_at, updated_at
      from shipping_tables, generate_series(2, 299) where store_id = ${store}`)
  const last = (tx: Tx) => createTable(callOf(own, tx), aTable())
  expect(await meet(db, last, create)).toBe(422)
  expect((await client.shippingTables.list({ query: { page: 2, per_page: 200 } })).length).toBe(100)
})

test('shipping 4.2: the tables of a store have an end together, also where each is small enough', async () => {
  const { client, db, id: store } = await shop()
  const provinces = Array.from({ length: 200 }, () => 'x'.repeat(250))
  const large = (zones: number) =>
    aTable({ zones: Array.from({ length: zones }, () => ({ provinces, rates: [{ steps: [{ price: 1 }] }] })) })
  const tables = []
  for (let i = 0; i < 4; i++) tables.push(await client.shippingTables.create({ body: large(4) }))
  const refused = {
    status: 422,
    body: { description: 'The shipping tables of a store have at most 1000000 characters together' },
  }
  await expect(client.shippingTables.create({ body: large(4) })).rejects.toMatchObject(refused)
  const params = { id: tables[0]?.id ?? 0 }
  await expect(client.shippingTables.update({ params, body: large(5) })).resolves.toMatchObject({ id: params.id })

  // A store that had more before stays as it is, and may have less.
  await db.run(sql`
    insert into shipping_tables (store_id, name, active, allow_free_shipping, zones, created_at, updated_at)
    select store_id, name, active, allow_free_shipping, zones, created_at, updated_at
      from shipping_tables where store_id = ${store}`)
  expect(await client.shippingTables.list()).toHaveLength(8)
  await client.shippingTables.update({ params, body: { name: 'Outro', active: false } })
  await client.shippingTables.update({ params, body: large(4) })
  await expect(client.shippingTables.update({ params, body: large(5) })).rejects.toMatchObject(refused)
})
