/** docs/contract: metafields 1, row by row. */
import type { Metafield, MetafieldChange, MetafieldInput, MetafieldOwner, Scope } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { meet } from '../testing/locks.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { A, ask, B, callOf, write } from '../testing/products.ts'
import { metafieldChecks } from './index.ts'
import { update } from './metafields.ts'

type Owners = Record<Exclude<MetafieldOwner, 'Page'>, number>

let of: OrderShop
let owners: Owners

beforeAll(async () => {
  of = await stocked([[99]])
  owners = await ownersIn(of)
})

async function ownersIn(shop: OrderShop): Promise<Owners> {
  const { id: category } = await shop.client.categories.create({ body: { name: 'Shoes' } })
  const order = await shop.place({ customer: { name: 'Ana', email: 'ana@example.com' } })
  return {
    Product: shop.products[0] ?? 0,
    Product_Variant: shop.variants[0] ?? 0,
    Category: category,
    Order: order.id,
    Customer: order.customer?.id ?? 0,
  }
}

let made = 0
const input = (change: Partial<MetafieldInput> = {}): MetafieldInput => ({
  namespace: 'test',
  key: `key_${++made}`,
  value: 'x',
  owner_resource: 'Product',
  owner_id: owners.Product,
  ...change,
})
const create = (change: Partial<MetafieldInput> = {}) => of.client.metafields.create({ body: input(change) })
const noMetafield = A(404, 'Metafield with such id does not exist')

const paths: [MetafieldOwner, string][] = [
  ['Product', 'products'],
  ['Product_Variant', 'product_variants'],
  ['Category', 'categories'],
  ['Order', 'orders'],
  ['Customer', 'customers'],
]

describe('1.1 Endpoints', () => {
  test.each(paths)('a %s has metafields, listed under %s', async (owner_resource, path) => {
    const owner_id = owners[owner_resource as keyof Owners]
    const field = await create({ owner_resource, owner_id })
    const { deleted_at, ...kept } = field
    expect(deleted_at).toBeNull()
    expect(kept).toMatchObject({ owner_resource, owner_id, value: 'x', description: null })
    expect((await ask(of, 'GET', `/metafields/${path}`)).body).toContainEqual(kept)
    for (const [, other] of paths.filter(([, one]) => one !== path)) {
      expect((await ask(of, 'GET', `/metafields/${other}`)).body).not.toContainEqual(kept)
    }
    expect(await of.client.metafields.get({ params: { id: field.id } })).toEqual(kept)
  })

  test('pages: there are none, so the list is empty and creation is 422', async () => {
    expect(await ask(of, 'GET', '/metafields/pages')).toEqual({ status: 200, body: [] })
    expect(await ask(of, 'POST', '/metafields', input({ owner_resource: 'Page', owner_id: 1 }))).toEqual(
      B({ owner_id: ['Owner with such id does not exist'] }),
    )
  })

  test('POST: the owner may be given as text, and the value may be empty', async () => {
    expect(await create({ owner_id: String(owners.Product) as never, value: '' })).toMatchObject({
      owner_id: owners.Product,
      value: '',
    })
  })

  test('POST, PUT: a number as value is kept as text', async () => {
    const made = await create({ key: 'days', value: 5 })
    expect(made).toMatchObject({ value: '5' })
    const params = { id: made.id }
    expect(await of.client.metafields.update({ params, body: { value: 0 } })).toMatchObject({ value: '0' })
    expect(await of.client.metafields.get({ params })).toMatchObject({ value: '0' })
  })

  test.each(['namespace', 'key', 'value', 'owner_resource', 'owner_id'] as const)(
    'POST: %s is required',
    async field => {
      const { [field]: _, ...rest } = input()
      expect(await ask(of, 'POST', '/metafields', rest)).toEqual(B({ [field]: ["can't be blank"] }))
    },
  )

  test.each<[string, object, string]>([
    ['a namespace that does not begin with a letter', { namespace: '1x' }, 'namespace'],
    ['a namespace with another sign', { namespace: 'a-b' }, 'namespace'],
    ['a key that does not begin with a letter', { key: '_x' }, 'key'],
    ['a key with a space', { key: 'a b' }, 'key'],
    ['an unknown owner_resource', { owner_resource: 'Blog' }, 'owner_resource'],
    ['a value that is neither text nor number', { value: true }, 'value'],
  ])('POST: %s is 422 B', async (_what, change, field) => {
    const answer = await ask(of, 'POST', '/metafields', { ...input(), ...change })
    expect({ status: answer.status, fields: Object.keys(answer.body as object) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  test.each(paths)('POST: a %s that does not exist, or is of another store, is 422 B', async owner_resource => {
    const other = await ownersIn(await stocked([[9]]))
    for (const owner_id of [999_999_999, other[owner_resource as keyof Owners]]) {
      expect(await ask(of, 'POST', '/metafields', input({ owner_resource, owner_id }))).toEqual(
        B({ owner_id: ['Owner with such id does not exist'] }),
      )
    }
  })

  test('POST: a key of a namespace is there once for each owner', async () => {
    const field = await create()
    const again = { ...input(), key: field.key }
    expect(await ask(of, 'POST', '/metafields', again)).toEqual(B({ key: ['has already been taken'] }))
    await create({ key: field.key, namespace: 'other' })
    await create({ key: field.key, owner_resource: 'Product_Variant', owner_id: owners.Product_Variant })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(of, 'POST', '/metafields', input({ key: 'race' }))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('POST below an order: the path says who the owner is', async () => {
    const path = `/orders/${owners.Order}/metafields`
    for (const body of [input({ owner_resource: 'Order', owner_id: owners.Order }), input()]) {
      const made = await ask(of, 'POST', path, body)
      expect(made).toMatchObject({
        status: 201,
        body: { key: body.key, owner_resource: 'Order', owner_id: owners.Order },
      })
      expect(await ask(of, 'POST', path, body)).toEqual(B({ key: ['has already been taken'] }))
    }
    expect(await ask(of, 'POST', '/orders/999999999/metafields', input())).toEqual(
      A(404, 'Order with such id does not exist'),
    )
  })

  test('PUT changes value and description, and nothing else', async () => {
    const { deleted_at: _, ...field } = await create({ description: 'old' })
    of.world.advance(5000)
    const body = { value: 'new', key: 'other', namespace: 'other', owner_id: 1, owner_resource: 'Order' }
    const after = await of.client.metafields.update({ params: { id: field.id }, body })
    expect(after).toEqual({ ...field, value: 'new', updated_at: after.updated_at })
    expect(after.updated_at).not.toBe(field.updated_at)
    const change = (body: MetafieldChange) => of.client.metafields.update({ params: { id: field.id }, body })
    for (const description of ['', null]) {
      expect(await change({ description: 'new' })).toMatchObject({ value: 'new', description: 'new' })
      expect(await change({ description })).toMatchObject({ value: 'new', description: null })
    }
    of.world.advance(5000)
    expect((await change({})).updated_at).toBe(after.updated_at)
  })

  test('PUT of the value and PUT of the description at the same time: both count', async () => {
    const { id } = await create({ value: 'old', description: 'old' })
    const call = await callOf(of)
    await meet(
      of.db,
      tx => update({ ...call, tx }, id, { value: 'new' }),
      () => ask(of, 'PUT', `/metafields/${id}`, { description: 'new' }),
    )
    expect(await of.client.metafields.get({ params: { id } })).toMatchObject({ value: 'new', description: 'new' })
  })

  test('DELETE is 200 {}, and then it is gone', async () => {
    const { id } = await create()
    expect(await ask(of, 'DELETE', `/metafields/${id}`)).toEqual({ status: 200, body: {} })
    for (const method of ['GET', 'DELETE']) expect(await ask(of, method, `/metafields/${id}`)).toEqual(noMetafield)
    expect(await ask(of, 'PUT', `/metafields/${id}`, { value: 'y' })).toEqual(noMetafield)
  })

  test('one of another store does not exist', async () => {
    const { id } = await create()
    const other = await stocked([[9]])
    for (const method of ['GET', 'DELETE']) expect(await ask(other, method, `/metafields/${id}`)).toEqual(noMetafield)
    expect(await other.client.metafields.ofProducts()).toEqual([])
  })

  test('no events', async () => {
    await of.events()
    const { id } = await create()
    await of.client.metafields.update({ params: { id }, body: { value: 'y' } })
    await of.client.metafields.delete({ params: { id } })
    expect(await of.events()).toEqual([])
  })
})

describe('1.1 Endpoints: filters', () => {
  let shop: OrderShop
  let fields: Metafield[]
  beforeAll(async () => {
    shop = await stocked([[9, 9]])
    const [a = 0, b = 0] = shop.products
    fields = []
    for (const [owner_id, namespace, key] of [
      [a, 'erp', 'code'],
      [a, 'erp', 'size'],
      [b, 'erp', 'code'],
      [b, 'shop', 'code'],
    ] as const) {
      const body = { namespace, key, value: 'x', owner_resource: 'Product' as const, owner_id }
      fields.push(await shop.client.metafields.create({ body }))
      shop.world.advance(60_000)
    }
  })
  const at = (place: number) => encodeURIComponent(fields[place]?.created_at ?? '')

  test.each<[string, () => string, number[]]>([
    ['nothing: by id', () => '', [0, 1, 2, 3]],
    ['owner_id', () => `owner_id=${shop.products[1]}`, [2, 3]],
    ['an owner_id that nobody has', () => 'owner_id=0', []],
    ['namespace', () => 'namespace=erp', [0, 1, 2]],
    ['key', () => 'key=code', [0, 2, 3]],
    ['owner_id, namespace and key', () => `owner_id=${shop.products[1]}&namespace=erp&key=code`, [2]],
    ['letter case counts', () => 'key=CODE', []],
    ['created_at_min, inclusive', () => `created_at_min=${at(2)}`, [2, 3]],
    ['created_at_max, inclusive', () => `created_at_max=${at(1)}`, [0, 1]],
    ['updated_at_min, inclusive', () => `updated_at_min=${at(3)}`, [3]],
    ['updated_at_max, inclusive', () => `updated_at_max=${at(0)}`, [0]],
    ['page and per_page', () => 'per_page=3&page=2', [3]],
  ])('%s', async (_title, query, expected) => {
    const { status, body } = await ask(shop, 'GET', `/metafields/products?${query()}`)
    expect(status).toBe(200)
    expect((body as Metafield[]).map(({ id }) => fields.findIndex(field => field.id === id))).toEqual(expected)
  })

  test('fields', async () => {
    expect(await ask(shop, 'GET', '/metafields/products?per_page=1&fields=key,owner_id')).toEqual({
      status: 200,
      body: [{ key: 'code', owner_id: shop.products[0] }],
    })
  })
})

describe('F25: the scope of the owner', () => {
  const scopes: [MetafieldOwner, string, Scope, Scope][] = [
    ['Product', 'products', 'read_products', 'write_products'],
    ['Product_Variant', 'product_variants', 'read_products', 'write_products'],
    ['Category', 'categories', 'read_products', 'write_products'],
    ['Order', 'orders', 'read_orders', 'write_orders'],
    ['Customer', 'customers', 'read_customers', 'write_customers'],
  ]
  const missing = (scope: Scope) => ({ status: 403, body: A(403, `Missing required scope: ${scope}`).body })

  test.each(scopes)('%s: %s are read with %s and written with %s, whichever app made them', async (...row) => {
    const [owner_resource, path, read, write] = row
    const owner_id = owners[owner_resource as keyof Owners]
    const { id } = await create({ owner_resource, owner_id })
    const as = (granted: Scope[]) => async (method: string, at: string, body?: unknown) => {
      const headers = { authentication: `bearer ${await of.tokenWith(granted)}` }
      const answer = await of.request(method, `/v1/${of.id}/metafields${at}`, { headers, ...(body ? { body } : {}) })
      return { status: answer.status, body: answer.body }
    }
    const others: Scope[] = ['write_locations', 'write_shipping', 'write_content', 'read_draft_orders']
    const [stranger, reader, writer] = [as(others), as([read]), as([write])]
    for (const at of [`/${path}`, `/${id}`]) {
      expect(await stranger('GET', at)).toEqual(missing(read))
      expect((await reader('GET', at)).status).toBe(200)
      expect((await writer('GET', at)).status).toBe(200)
    }
    for (const app of [stranger, reader]) {
      expect(await app('POST', '', input({ owner_resource, owner_id }))).toEqual(missing(write))
      expect(await app('PUT', `/${id}`, { value: 'y' })).toEqual(missing(write))
      expect(await app('DELETE', `/${id}`)).toEqual(missing(write))
    }
    expect((await writer('POST', '', input({ owner_resource, owner_id }))).status).toBe(201)
    expect((await writer('PUT', `/${id}`, { value: 'y' })).status).toBe(200)
    expect((await writer('DELETE', `/${id}`)).status).toBe(200)
  })

  test('pages need the scope of content', async () => {
    const headers = { authentication: `bearer ${await of.tokenWith(['write_products'])}` }
    const body = input({ owner_resource: 'Page' })
    expect(await of.request('GET', `/v1/${of.id}/metafields/pages`, { headers })).toMatchObject(missing('read_content'))
    expect(await of.request('POST', `/v1/${of.id}/metafields`, { headers, body })).toMatchObject(
      missing('write_content'),
    )
  })
})

describe('1.3 Known uses', () => {
  test('an ERP keeps the invoices of an order, and another app reads them', async () => {
    const invoices = [
      { key: '3521', link: 'https://nfe.example/3521', fulfillment_order_id: '01HZX3V7Q8W9Y0A1B2C3D4E5F6' },
    ]
    const owner = { owner_resource: 'Order' as const, owner_id: owners.Order }
    const list = { namespace: 'nfe', key: 'list', value: JSON.stringify(invoices), description: 'Lista de NFes' }
    const erp = { authentication: `bearer ${await of.tokenWith(['write_orders'])}` }
    const carrier = { authentication: `bearer ${await of.tokenWith(['read_orders'])}` }
    const posted = await of.request('POST', `/v1/${of.id}/metafields`, { headers: erp, body: { ...list, ...owner } })
    expect(posted.status).toBe(201)
    const path = `/v1/${of.id}/metafields/orders?owner_id=${owners.Order}&namespace=nfe&key=list`
    const { body } = await of.request('GET', path, { headers: carrier })
    expect(body).toMatchObject([{ ...list, ...owner }])
    expect(JSON.parse(body[0].value)).toEqual(invoices)
  })

  test('extra handling days of a variant', async () => {
    const owner = { owner_resource: 'Product_Variant' as const, owner_id: owners.Product_Variant }
    const field = await create({ namespace: 'shipping_rules', key: 'additional_days', value: '3', ...owner })
    expect(field).toMatchObject({ namespace: 'shipping_rules', key: 'additional_days', value: '3' })
  })
})

describe('an owner that goes takes its metafields along', () => {
  const ends: [Exclude<keyof Owners, 'Order'>, (shop: OrderShop, id: number) => Promise<{ status: number }>][] = [
    ['Product', (shop, id) => ask(shop, 'DELETE', `/products/${id}`)],
    ['Product_Variant', (shop, id) => ask(shop, 'DELETE', `/products/${shop.products[0]}/variants/${id}`)],
    ['Category', (shop, id) => ask(shop, 'DELETE', `/categories/${id}`)],
    ['Customer', (shop, id) => ask(shop, 'DELETE', `/customers/${id}`)],
  ]
  test.each(ends)('%s', async (owner_resource, end) => {
    const shop = await stocked([[9]], { attributes: ['Size'], variants: [{ values: ['S'] }, { values: ['M'] }] })
    const all = await ownersIn(shop)
    const { id: customer } = await shop.client.customers.create({ body: { name: 'Bia', email: 'bia@example.com' } })
    const body = input({ owner_resource, owner_id: owner_resource === 'Customer' ? customer : all[owner_resource] })
    const { id, owner_id } = await shop.client.metafields.create({ body })
    expect((await end(shop, owner_id)).status).toBe(200)
    expect(await ask(shop, 'GET', `/metafields/${id}`)).toEqual(noMetafield)
    expect(await findBroken(shop.db, metafieldChecks, shop.id)).toEqual([])
  })

  test('the metafields of a variant go with its product', async () => {
    const shop = await stocked([[9]])
    const body = input({ owner_resource: 'Product_Variant', owner_id: shop.variants[0] ?? 0 })
    const { id } = await shop.client.metafields.create({ body })
    await shop.client.products.delete({ params: { id: shop.products[0] ?? 0 } })
    expect(await ask(shop, 'GET', `/metafields/${id}`)).toEqual(noMetafield)
  })

  test('one that is attached to what is being deleted finds no owner', async () => {
    const { id } = await of.client.categories.create({ body: { name: 'Hats' } })
    const answer = await meet(
      of.db,
      tx => tx.run(sql`delete from categories where store_id = ${of.id} and id = ${id}`),
      () => ask(of, 'POST', '/metafields', input({ owner_resource: 'Category', owner_id: id })),
    )
    expect(answer).toEqual(B({ owner_id: ['Owner with such id does not exist'] }))
  })
})

test('verify finds a metafield of nothing', async () => {
  const shop = await stocked([[9]])
  const body = input({ owner_resource: 'Product', owner_id: shop.products[0] ?? 0 })
  await shop.client.metafields.create({ body })
  expect(await findBroken(shop.db, metafieldChecks, shop.id)).toEqual([])
  const done = write(shop, async ({ tx }) => {
    await tx.run(raw('alter table metafields drop constraint metafields_product'))
    await tx.run(sql`update metafields set product_id = 1 where store_id = ${shop.id}`)
    expect(await findBroken(tx, metafieldChecks, shop.id)).toMatchObject([
      { name: 'metafields/owners-exist', count: 1 },
    ])
    throw new Error('undo')
  })
  await expect(done).rejects.toThrow('undo')
})
