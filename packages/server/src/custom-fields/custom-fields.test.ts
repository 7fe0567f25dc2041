/** docs/contract: custom-fields, row by row. */
import type {
  CustomField,
  CustomFieldInput,
  CustomFieldOwner,
  OwnedField,
  Scope,
  ValueInput,
  WrittenField,
} from '@bodega/api'
import { customFieldOwners } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../access/index.ts'
import { uninstall } from '../apps/index.ts'
import { findBroken } from '../platform/database/check.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { alignIds } from '../testing/align-ids.ts'
import { callOf, meet } from '../testing/locks.ts'
import { type OrderShop, stocked } from '../testing/orders.ts'
import { A, ask, B, noProduct, noVariant, write } from '../testing/products.ts'
import { create as createField } from './custom-fields.ts'
import { customFieldChecks } from './index.ts'

type Owners = Record<CustomFieldOwner, number>

const kinds = Object.keys(customFieldOwners) as CustomFieldOwner[]
const told: CustomFieldOwner[] = ['order', 'product_variant']

async function ownersIn(shop: OrderShop): Promise<Owners> {
  const { id: category } = await shop.client.categories.create({ body: { name: 'Shoes' } })
  const order = await shop.place({ customer: { name: 'Ana', email: 'ana@example.com' } })
  return {
    product: shop.products[0] ?? 0,
    product_variant: shop.variants[0] ?? 0,
    category,
    order: order.id,
    customer: order.customer?.id ?? 0,
  }
}

let of: OrderShop
let owners: Owners

beforeAll(async () => {
  of = await stocked([[99]])
  owners = await ownersIn(of)
})

const at = (kind: CustomFieldOwner, rest = '') => `/${customFieldOwners[kind].path}${rest}`
const fieldsAt = (kind: CustomFieldOwner, rest = '') => at(kind, `/custom-fields${rest}`)

const input = (change: Partial<CustomFieldInput> = {}): CustomFieldInput => ({
  name: 'Status',
  value_type: 'text_list',
  values: ['Started', 'Finished'],
  ...change,
})

const nobody = '00000000-0000-4000-8000-000000000000'
const noField = A(404, 'Custom field with such id does not exist')
const noOwner: Record<CustomFieldOwner, ReturnType<typeof A>> = {
  product: noProduct,
  product_variant: noVariant,
  category: A(404, 'Category with such id does not exist'),
  order: A(404, 'Order with such id does not exist'),
  customer: A(404, 'Customer with such id does not exist'),
}

async function create(kind: CustomFieldOwner, change: Partial<CustomFieldInput> = {}, shop = of): Promise<string> {
  const { status, body } = await ask(shop, 'POST', fieldsAt(kind), input(change))
  expect(status).toBe(201)
  return (body as { id: string }).id
}

const set = (kind: CustomFieldOwner, sent: ValueInput[], id = owners[kind], shop = of) =>
  ask(shop, 'PUT', at(kind, `/${id}/custom-fields/values`), sent)

const owned = async (kind: CustomFieldOwner, id = owners[kind], shop = of) =>
  (await ask(shop, 'GET', at(kind, `/${id}/custom-fields`))).body as OwnedField[]

const valuesOf = async (kind: CustomFieldOwner, id = owners[kind], shop = of) =>
  Object.fromEntries((await owned(kind, id, shop)).map(field => [field.id, field.value]))

const done = { status: 204, body: '' }

test('1: the oldest field comes first, also of those that are made within a second', async () => {
  const shop = await stocked([[9]])
  const made: string[] = []
  for (let place = 0; place < 8; place++) {
    made.push(await create('order', { name: 'Same' }, shop))
    shop.world.advance(place === 3 ? 1000 : 1)
  }
  const { id } = await shop.place()
  await set(
    'order',
    made.toReversed().map(field => ({ id: field, value: 'Started' })),
    id,
    shop,
  )
  const listed = (await ask(shop, 'GET', fieldsAt('order'))).body as CustomField[]
  for (const fields of [listed, await owned('order', id, shop)]) expect(fields.map(field => field.id)).toEqual(made)
})

const asking = (token: string, shop: OrderShop) => async (method: string, path: string, body?: unknown) => {
  const headers = { authentication: `bearer ${token}` }
  const sent = body === undefined ? {} : { body }
  const answer = await shop.request(method, `/v1/${shop.id}${path}`, { headers, ...sent })
  return { status: answer.status, body: answer.body }
}

/** Another app in the same store. */
const otherApp = async (scopes: readonly Scope[], shop = of) => asking(await shop.tokenWith(scopes), shop)

/** A token that was made in the admin. */
const merchant = async () => {
  const made = { app: null, name: 'Mine', scopes: ['write_orders' as const] }
  return asking(await of.db.tx(tx => issueToken(tx, of.world, of.id, made)), of)
}

describe.each(kinds)('1 Endpoints: %s', kind => {
  test('a field is made, listed, read, made longer and deleted', async () => {
    const made = await ask(of, 'POST', fieldsAt(kind), { ...input(), description: 'How far it is', read_only: true })
    const { id } = made.body as { id: string }
    expect(made).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        key: 'status',
        name: 'Status',
        description: 'How far it is',
        value_type: 'text_list',
        owner_resource: kind,
        source: 'app',
        read_only: true,
        values: [
          { value: 'Started', created: true },
          { value: 'Finished', created: true },
        ],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    })
    const { values: _, ...rest } = made.body as CustomField
    const whole = { ...rest, values: ['Started', 'Finished'] }
    expect(await ask(of, 'GET', fieldsAt(kind, `/${id}`))).toEqual({ status: 200, body: whole })
    expect((await ask(of, 'GET', fieldsAt(kind))).body).toContainEqual(whole)

    of.world.advance(5000)
    const longer = await ask(of, 'PUT', fieldsAt(kind, `/${id}`), { values: ['Started', 'Sent'], name: 'Ignored' })
    expect(longer).toMatchObject({
      status: 200,
      body: {
        name: 'Status',
        values: [
          { value: 'Started', created: true },
          { value: 'Finished', created: true },
          {
            value: 'Started',
            created: false,
            error: 'The custom field value with key <Started> is duplicated',
          },
          { value: 'Sent', created: true },
        ],
      },
    })
    const { body } = await ask(of, 'GET', fieldsAt(kind, `/${id}`))
    expect(body).toMatchObject({ values: ['Started', 'Finished', 'Sent'], created_at: whole.created_at })
    const { updated_at } = body as CustomField
    expect(updated_at).not.toBe(whole.updated_at)
    of.world.advance(-5000)
    const again = await ask(of, 'PUT', fieldsAt(kind, `/${id}`), { values: ['Lost'] })
    expect(again).toMatchObject({ status: 200, body: { updated_at } })

    expect(await ask(of, 'DELETE', fieldsAt(kind, `/${id}`))).toEqual(done)
    for (const method of ['GET', 'DELETE']) expect(await ask(of, method, fieldsAt(kind, `/${id}`))).toEqual(noField)
    expect(await ask(of, 'PUT', fieldsAt(kind, `/${id}`), { values: [] })).toEqual(noField)
    expect(await ask(of, 'GET', fieldsAt(kind, `/${id}/owners`))).toEqual(noField)
  })

  test('an owner is given values, shows them and loses them', async () => {
    const [list, text] = [await create(kind), await create(kind, { value_type: 'text', name: 'Note', values: [] })]
    const before = await valuesOf(kind)
    expect(before).not.toHaveProperty(list)
    expect(await set(kind, [{ id: list, value: 'Started' }])).toEqual(done)
    expect(await set(kind, [{ id: text, value: 'By hand' }])).toEqual(done)
    expect(await valuesOf(kind)).toEqual({ ...before, [list]: 'Started', [text]: 'By hand' })
    expect((await owned(kind)).find(({ id }) => id === list)).toEqual({
      id: list,
      key: 'status',
      name: 'Status',
      description: null,
      value_type: 'text_list',
      owner_resource: kind,
      source: 'app',
      read_only: false,
      value: 'Started',
    })
    expect(
      await set(kind, [
        { id: list, value: 'Finished' },
        { id: text, value: null },
      ]),
    ).toEqual(done)
    expect(await valuesOf(kind)).toEqual({ ...before, [list]: 'Finished' })
    expect(await set(kind, [{ id: list.toUpperCase(), value: '' }])).toEqual(done)
    expect(await valuesOf(kind)).toEqual(before)
    expect(await set(kind, [])).toEqual(done)
  })

  test('the owners of a field are listed with it', async () => {
    const id = await create(kind)
    const { listed } = customFieldOwners[kind]
    const path = fieldsAt(kind, `/${id}/owners`)
    const outcomes = ['Started', 'Finished'].map(value => ({ value, created: true }))
    expect((await ask(of, 'GET', path)).body).toMatchObject({ id, key: 'status', values: outcomes, [listed]: [] })
    await set(kind, [{ id, value: 'Started' }])
    const { status, body, headers } = await of.request('GET', `/v1/${of.id}${path}`)
    expect({ status, owners: body[listed] }).toEqual({ status: 200, owners: [{ id: owners[kind], value: 'Started' }] })
    expect(headers['x-total-count']).toBe('1')
    const rest = await ask(of, 'GET', `${path}?since_id=${owners[kind]}`)
    expect(rest.body).toMatchObject({ id, [listed]: [] })
  })

  test('an owner or a field that does not exist, or is of another store or another kind, is 404', async () => {
    const other = await stocked([[9]])
    const foreign = await ownersIn(other)
    const id = await create(kind)
    const strange = await create(kind, {}, other)
    for (const owner of [999_999_999, foreign[kind]]) {
      expect(await ask(of, 'GET', at(kind, `/${owner}/custom-fields`))).toEqual(noOwner[kind])
      expect(await set(kind, [{ id, value: 'Started' }], owner)).toEqual(noOwner[kind])
      expect(await set(kind, [], owner)).toEqual(noOwner[kind])
    }
    const elsewhere = await create(kind === 'order' ? 'customer' : 'order')
    for (const field of [nobody, strange, elsewhere]) {
      for (const value of ['Started', null]) expect(await set(kind, [{ id: field, value }])).toEqual(noField)
      for (const path of ['', '/owners']) {
        expect(await ask(of, 'GET', fieldsAt(kind, `/${field}${path}`))).toEqual(noField)
      }
      expect(await ask(of, 'PUT', fieldsAt(kind, `/${field}`), { values: ['x'] })).toEqual(noField)
      expect(await ask(of, 'DELETE', fieldsAt(kind, `/${field}`))).toEqual(noField)
    }
    expect(await valuesOf(kind, foreign[kind], other)).toEqual({})
  })

  test('the scopes of the owner open it', async () => {
    const { read, write: change } = customFieldOwners[kind]
    const id = await create(kind)
    const missing = (scope: Scope) => A(403, `Missing required scope: ${scope}`)
    const reader = await otherApp([read])
    for (const path of [fieldsAt(kind), fieldsAt(kind, `/${id}`), fieldsAt(kind, `/${id}/owners`)]) {
      expect((await reader('GET', path)).status).toBe(200)
    }
    expect((await reader('GET', at(kind, `/${owners[kind]}/custom-fields`))).status).toBe(200)
    expect(await reader('POST', fieldsAt(kind), input())).toEqual(missing(change))
    expect(await reader('PUT', at(kind, `/${owners[kind]}/custom-fields/values`), [])).toEqual(missing(change))
    const stranger = await otherApp(['write_locations', 'write_shipping'])
    expect(await stranger('GET', fieldsAt(kind))).toEqual(missing(read))
    const writer = await otherApp([change])
    expect((await writer('POST', fieldsAt(kind), input())).status).toBe(201)
  })

  test('events: those of orders and variants are told, and nothing where nothing changes', async () => {
    await of.events()
    const names = async () => (await of.events()).map(name => name.replace(kind, 'it'))
    const isTold = told.includes(kind)
    const id = await create(kind)
    expect(await names()).toEqual(isTold ? ['it_custom_field/created'] : [])
    await ask(of, 'PUT', fieldsAt(kind, `/${id}`), { values: ['Sent'] })
    expect(await names()).toEqual(isTold ? ['it_custom_field/updated'] : [])
    await ask(of, 'PUT', fieldsAt(kind, `/${id}`), { values: ['Sent'] })
    await set(kind, [{ id, value: null }])
    expect(await names()).toEqual([])
    await set(kind, [{ id, value: 'Sent' }])
    expect(await names()).toEqual(isTold ? ['it/custom_fields_updated'] : [])
    await set(kind, [{ id, value: 'Sent' }])
    await set(kind, [{ id, value: 'Nonsense' }])
    expect(await names()).toEqual([])
    await set(kind, [{ id, value: null }])
    expect(await names()).toEqual(isTold ? ['it/custom_fields_updated'] : [])
    await ask(of, 'DELETE', fieldsAt(kind, `/${id}`))
    expect(await names()).toEqual(isTold ? ['it_custom_field/deleted'] : [])
  })
})

const Happened = Type.Object({ event: Type.String(), payload: Type.Unknown() })

test('events carry the UUID of a field, and the id of whose values changed', async () => {
  const shop = await stocked([[9]])
  const all = await ownersIn(shop)
  const ids = { order: '', product_variant: '' }
  for (const kind of ['order', 'product_variant'] as const) {
    ids[kind] = await create(kind, {}, shop)
    await set(kind, [{ id: ids[kind], value: 'Started' }], all[kind], shop)
  }
  const happened = await shop.db.many(
    Happened,
    sql`select event, payload from events where store_id = ${shop.id} and event like '%custom_field%' order by id`,
  )
  expect(happened).toEqual([
    { event: 'order_custom_field/created', payload: { id: ids.order } },
    { event: 'order/custom_fields_updated', payload: { id: all.order } },
    { event: 'product_variant_custom_field/created', payload: { id: ids.product_variant } },
    { event: 'product_variant/custom_fields_updated', payload: { id: all.product_variant } },
  ])
})

describe('2 Object: what is wrong is 422 B and named', () => {
  test.each(['name', 'value_type'] as const)('POST: %s is required', async field => {
    const { [field]: _, ...rest } = input()
    expect(await ask(of, 'POST', fieldsAt('order'), rest)).toEqual(B({ [field]: ["can't be blank"] }))
  })

  test.each([{}, { values: null }, { values: [] }])('POST: a list may be empty, and left out: %j', async values => {
    for (const value_type of ['text_list', 'numeric'] as const) {
      const { values: _, ...rest } = input({ value_type })
      const body = { value_type, values: [] }
      expect(await ask(of, 'POST', fieldsAt('order'), { ...rest, ...values })).toMatchObject({ status: 201, body })
    }
  })

  test.each<[string, object, string]>([
    ['an empty name', { name: '' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a description that is too long', { description: 'x'.repeat(1001) }, 'description'],
    ['an unknown type', { value_type: 'boolean' }, 'value_type'],
    ['values of a type that has no list', { value_type: 'date' }, 'values'],
    ['an empty value', { values: [''] }, 'values.0'],
    ['a value that is too long', { values: ['x'.repeat(256)] }, 'values.0'],
    ['more than 250 values', { values: Array.from({ length: 251 }, (_, i) => String(i)) }, 'values'],
  ])('POST: %s', async (_what, change, field) => {
    const answer = await ask(of, 'POST', fieldsAt('order'), { ...input(), ...change })
    expect({ status: answer.status, fields: Object.keys(answer.body as object) }).toEqual({
      status: 422,
      fields: [field],
    })
  })

  test.each<[string, string]>([
    ['Send as anonymous', 'send-as-anonymous'],
    ['¿Es un regalo? (Navidad & Año nuevo)', 'es-un-regalo-navidad-ano-nuevo'],
    ['备注', ''],
  ])('the key of %j is %j, whatever is sent', async (name, key) => {
    const made = await ask(of, 'POST', fieldsAt('order'), { ...input({ name }), key: 'mine' })
    const { id } = made.body as CustomField
    expect(made.body).toMatchObject({ name, key })
    expect((await ask(of, 'PUT', fieldsAt('order', `/${id}`), { values: ['New'], key: 'mine' })).body).toMatchObject({
      key,
    })
    expect((await ask(of, 'GET', fieldsAt('order', `/${id}?fields=key`))).body).toEqual({ key })
  })

  test.each([{}, { value: 'x' }, { values: null }, { values: [] }])(
    'PUT: without values nothing is added: %j',
    async body => {
      for (const value_type of ['text_list', 'text'] as const) {
        const values = value_type === 'text_list' ? ['Started'] : []
        const path = fieldsAt('order', `/${await create('order', { value_type, values })}`)
        const before = await ask(of, 'GET', path)
        await of.events()
        of.world.advance(5000)
        const listed = values.map(value => ({ value, created: true }))
        expect(await ask(of, 'PUT', path, body)).toEqual({
          status: 200,
          body: { ...(before.body as CustomField), values: listed },
        })
        expect(await ask(of, 'GET', path)).toEqual(before)
        expect(await of.events()).toEqual([])
      }
    },
  )

  test('PUT: a list has what two add to it at the same time', async () => {
    const id = await create('order')
    const { body } = await meet(
      of.db,
      tx =>
        tx.run(sql`
          update custom_fields set "values" = "values" || '{Sent}' where store_id = ${of.id} and id = ${id}`),
      () => ask(of, 'PUT', fieldsAt('order', `/${id}`), { values: ['Lost'] }),
    )
    expect((body as WrittenField).values.map(({ value }) => value)).toEqual(['Started', 'Finished', 'Sent', 'Lost'])
  })

  test('PUT: a list ends at 250', async () => {
    const id = await create('order', { values: Array.from({ length: 249 }, (_, i) => String(i)) })
    const path = fieldsAt('order', `/${id}`)
    expect(await ask(of, 'PUT', path, { values: ['a', 'b'] })).toEqual(B({ values: ['must have at most 250 items'] }))
    expect((await ask(of, 'PUT', path, { values: ['a', '7'] })).status).toBe(200)
    const text = await create('order', { value_type: 'text', values: [] })
    expect(await ask(of, 'PUT', fieldsAt('order', `/${text}`), { values: ['a'] })).toEqual(
      B({ values: ['must be empty where value_type is not text_list'] }),
    )
    expect((await ask(of, 'PUT', fieldsAt('order', `/${text}`), { values: [] })).status).toBe(200)
  })

  test('a store has at most 250 fields of each kind, also where two are made at once', async () => {
    const shop = await stocked([[9]])
    await shop.db.run(sql`
      insert into custom_fields (store_id, owner_resource, name, value_type, read_only, "values", created_at, updated_at)
      select ${shop.id}, 'product', n::text, 'text', false, '{}', now(), now() from generate_series(1, 249) n`)
    const last = (tx: Tx) => createField(callOf(shop, tx), 'product', input())
    expect(await meet(shop.db, last, () => ask(shop, 'POST', fieldsAt('product'), input()))).toEqual(
      A(422, 'Store has reached maximum limit of 250 allowed custom fields of this kind'),
    )
    await create('category', {}, shop)
    expect(await ask(shop, 'GET', fieldsAt('product', '?page=2'))).toMatchObject({ status: 200, body: { length: 50 } })
  })
})

describe('3 Values', () => {
  test.each<[CustomField['value_type'], unknown, string]>([
    ['text', 'Leave it at the door', 'Leave it at the door'],
    ['text', 12, '12'],
    ['numeric', 10.5, '10.5'],
    ['numeric', '-3', '-3'],
    ['date', '2026-02-28', '2026-02-28'],
  ])('%s: %j is kept as %j', async (value_type, value, shown) => {
    const id = await create('order', { value_type, values: [] })
    expect(await set('order', [{ id, value: value as string }])).toEqual(done)
    expect((await valuesOf('order'))[id]).toBe(shown)
  })

  test.each<[CustomField['value_type'], unknown, string]>([
    ['text_list', 'started', 'is not included in the list'],
    ['numeric', 'ten', 'is not a number'],
    ['date', '28/02/2026', 'is not a date such as 2026-07-11'],
    ['date', 20260228, 'is not a date such as 2026-07-11'],
    ['text', 'x'.repeat(1001), 'is too long (maximum is 1000 characters)'],
  ])('%s: %j is 422 B', async (value_type, value, problem) => {
    const id = await create('order', { value_type, values: value_type === 'text_list' ? ['Started'] : [] })
    expect(await set('order', [{ id, value: value as string }])).toEqual(B({ '0.value': [problem] }))
  })

  test('of two owners each has its own: what one loses the other keeps', async () => {
    const id = await create('category')
    const { id: other } = await of.client.categories.create({ body: { name: 'Hats' } })
    await set('category', [{ id, value: 'Started' }])
    await set('category', [{ id, value: 'Finished' }], other)
    const listed = async () => (await ask(of, 'GET', fieldsAt('category', `/${id}/owners`))).body
    const first = { id: owners.category, value: 'Started' }
    expect(await listed()).toMatchObject({ categories: [first, { id: other, value: 'Finished' }] })
    expect(await set('category', [{ id, value: null }], other)).toEqual(done)
    expect(await listed()).toMatchObject({ categories: [first] })
  })

  test('all or nothing, and each field once', async () => {
    const [a, b] = [await create('order'), await create('order')]
    expect(
      await set('order', [
        { id: a, value: 'Started' },
        { id: b, value: 'Nonsense' },
        { id: a.toUpperCase(), value: null },
      ]),
    ).toEqual(B({ '1.value': ['is not included in the list'], '2.id': ['cannot be repeated'] }))
    expect(await valuesOf('order')).not.toHaveProperty(a)
    expect(await ask(of, 'PUT', at('order', `/${owners.order}/custom-fields/values`), [{ id: a }])).toEqual(
      B({ '0.value': ["can't be blank"] }),
    )
    expect(await ask(of, 'PUT', at('order', `/${owners.order}/custom-fields/values`), [{ id: 7, value: 'x' }])).toEqual(
      B({ '0.id': ['must be a string'] }),
    )
  })

  test('the order itself is as it was', async () => {
    const read = () => of.client.orders.get({ params: { id: owners.order } })
    const before = await read()
    const id = await create('order')
    of.world.advance(5000)
    await set('order', [{ id, value: 'Started' }])
    expect(await read()).toEqual(before)
  })

  test('who holds the tag of what an owner has can say that nobody else changed it', async () => {
    const id = await create('order')
    const path = `/v1/${of.id}/orders/${owners.order}/custom-fields`
    const { etag = '' } = (await of.request('GET', path)).headers
    const put = (value: string) =>
      of.request('PUT', `${path}/values`, { headers: { 'if-match': etag }, body: [{ id, value }] })
    expect((await put('Started')).status).toBe(204)
    expect((await put('Finished')).status).toBe(412)
  })

  test('two at once give each owner one value', async () => {
    const id = await create('customer')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => set('customer', [{ id, value: i % 2 ? 'Started' : 'Finished' }])),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect((await owned('customer')).filter(field => field.id === id)).toHaveLength(1)
  })
})

describe('4 Whose field it is', () => {
  test('another app may give values of a field, and add to its list, but not delete it', async () => {
    const id = await create('order')
    const other = await otherApp(['write_orders'])
    expect((await other('PUT', fieldsAt('order', `/${id}`), { values: ['Sent'] })).status).toBe(200)
    const path = at('order', `/${owners.order}/custom-fields/values`)
    expect((await other('PUT', path, [{ id, value: 'Sent' }])).status).toBe(204)
    expect(await other('DELETE', fieldsAt('order', `/${id}`))).toEqual(
      A(403, 'Only the app that made a custom field can delete it'),
    )
    expect((await valuesOf('order'))[id]).toBe('Sent')
  })

  test('what the merchant makes is of the admin, and no app deletes it; the merchant also deletes what an app made', async () => {
    const owner = await merchant()
    const made = await owner('POST', fieldsAt('order'), input({ read_only: true }))
    const { id } = made.body
    expect(made).toMatchObject({ status: 201, body: { source: 'admin' } })
    const refused = A(403, 'Only the app that made a custom field can delete it')
    expect(await ask(of, 'DELETE', fieldsAt('order', `/${id}`))).toEqual(refused)
    expect((await set('order', [{ id, value: 'Started' }])).status).toBe(403)
    expect((await owner('DELETE', fieldsAt('order', `/${await create('order')}`))).status).toBe(204)
    // Another token of the admin is the merchant too.
    expect((await (await merchant())('DELETE', fieldsAt('order', `/${id}`))).status).toBe(204)
  })

  test('a read-only one only its maker writes; all read it', async () => {
    const id = await create('order', { read_only: true })
    const other = await otherApp(['write_orders'])
    const refused = A(403, 'The custom field is read-only for others than its maker')
    const path = at('order', `/${owners.order}/custom-fields/values`)
    expect(await other('PUT', path, [{ id, value: 'Started' }])).toEqual(refused)
    expect(await other('PUT', path, [{ id, value: null }])).toEqual(refused)
    expect(await other('PUT', fieldsAt('order', `/${id}`), { values: ['Sent'] })).toEqual(refused)
    expect(await set('order', [{ id, value: 'Started' }])).toEqual(done)
    expect((await other('GET', at('order', `/${owners.order}/custom-fields`))).body).toContainEqual(
      expect.objectContaining({ id, value: 'Started', read_only: true }),
    )
  })

  test('the values of a field go with it', async () => {
    const id = await create('product')
    await set('product', [{ id, value: 'Started' }])
    await ask(of, 'DELETE', fieldsAt('product', `/${id}`))
    expect(await valuesOf('product')).not.toHaveProperty(id)
  })

  test('an app that is uninstalled leaves its fields and their values behind', async () => {
    const shop = await stocked([[9]])
    const all = await ownersIn(shop)
    const id = await create('order', {}, shop)
    await set('order', [{ id, value: 'Started' }], all.order, shop)
    const other = await otherApp(['write_orders'], shop)
    await shop.own.tx(tx => uninstall(tx, shop.world.now(), shop.id, shop.appId))
    shop.world.advance(1000)
    expect(await other('GET', at('order', `/${all.order}/custom-fields`))).toMatchObject({
      status: 200,
      body: [{ id, source: 'app', value: 'Started' }],
    })
  })
})

describe('an owner that goes takes its values along', () => {
  const ends: [Exclude<CustomFieldOwner, 'order'>, (shop: OrderShop, id: number) => Promise<{ status: number }>][] = [
    ['product', (shop, id) => ask(shop, 'DELETE', `/products/${id}`)],
    ['product_variant', (shop, id) => ask(shop, 'DELETE', `/products/${shop.products[0]}/variants/${id}`)],
    ['product_variant', shop => ask(shop, 'DELETE', `/products/${shop.products[0]}`)],
    ['category', (shop, id) => ask(shop, 'DELETE', `/categories/${id}`)],
    ['customer', (shop, id) => ask(shop, 'DELETE', `/customers/${id}`)],
  ]
  test.each(ends)('%s', async (kind, end) => {
    const shop = await stocked([[9]], { attributes: ['Size'], variants: [{ values: ['S'] }, { values: ['M'] }] })
    const all = await ownersIn(shop)
    const { id: customer } = await shop.client.customers.create({ body: { name: 'Bia', email: 'bia@example.com' } })
    const owner = kind === 'customer' ? customer : all[kind]
    const id = await create(kind, {}, shop)
    await set(kind, [{ id, value: 'Started' }], owner, shop)
    expect((await end(shop, owner)).status).toBe(200)
    expect((await ask(shop, 'GET', fieldsAt(kind, `/${id}/owners`))).body).toMatchObject({
      [customFieldOwners[kind].listed]: [],
    })
    expect(await ask(shop, 'GET', at(kind, `/${owner}/custom-fields`))).toEqual(noOwner[kind])
  })

  test('who gives a value to what is being deleted finds no owner, and no field likewise', async () => {
    const { id: category } = await of.client.categories.create({ body: { name: 'Hats' } })
    const id = await create('category')
    const given = [{ id, value: 'Started' }]
    const first = await meet(
      of.db,
      tx => tx.run(sql`delete from categories where store_id = ${of.id} and id = ${category}`),
      () => set('category', given, category),
    )
    expect(first).toEqual(noOwner.category)
    const second = await meet(
      of.db,
      tx => tx.run(sql`delete from custom_fields where store_id = ${of.id} and id = ${id}`),
      () => set('category', given),
    )
    expect(second).toEqual(noField)
  })
})

describe('5 Shown with others', () => {
  test('aggregates=custom_fields: an order, alone and in a list, shows what it has', async () => {
    const shop = await stocked([[9]])
    const [a, b] = [await shop.place(), await shop.place()]
    const status = await create('order', {}, shop)
    shop.world.advance(1000)
    const due = await create('order', { name: 'Due', value_type: 'date', values: [] }, shop)
    await set(
      'order',
      [
        { id: due, value: '2026-12-24' },
        { id: status, value: 'Started' },
      ],
      a.id,
      shop,
    )
    const shown = await owned('order', a.id, shop)
    expect(shown.map(({ id, key }) => [id, key])).toEqual([
      [status, 'status'],
      [due, 'due'],
    ])
    const query = { aggregates: 'custom_fields' }
    expect((await shop.client.orders.get({ params: { id: a.id }, query })).custom_fields).toEqual(shown)
    const list = await shop.client.orders.list({ query })
    expect(list.map(({ id, custom_fields }) => [id, custom_fields])).toEqual([
      [b.id, []],
      [a.id, shown],
    ])
    expect(await shop.client.orders.get({ params: { id: a.id } })).not.toHaveProperty('custom_fields')
  })

  test('aggregates=custom_fields: the lines of a shipment show those of their variants, by name', async () => {
    const shop = await stocked([[9, 9]])
    const [first = 0] = shop.variants
    const size = await create('product_variant', { name: 'Size', value_type: 'numeric', values: [] }, shop)
    const older = await create('product_variant', { name: '__proto__' }, shop)
    shop.world.advance(1000)
    const newer = await create('product_variant', { name: '__proto__' }, shop)
    const given = [
      { id: size, value: 42 },
      { id: older, value: 'Started' },
      { id: newer, value: 'Finished' },
    ]
    await set('product_variant', given, first, shop)
    const order = await shop.place()
    const path = `/v1/${shop.id}/orders/${order.id}/fulfillment-orders?aggregates=custom_fields`
    const { body } = await shop.request('GET', path)
    const lines: { variant: { variant_id: string }; custom_fields: object }[] = body[0].line_items
    expect(
      lines.map(({ variant, custom_fields }) => [Number(variant.variant_id), Object.entries(custom_fields).sort()]),
    ).toEqual(
      shop.variants.map(id => [
        id,
        id === first
          ? [
              ['Size', '42'],
              ['__proto__', 'Started'],
            ]
          : [],
      ]),
    )
  })
})

test('owners of different kinds may have one number: each shows what is its own', async () => {
  await alignIds(of.db, 'products', 'variants', 'categories', 'orders', 'customers')
  const shop = await stocked([[9]])
  const alike = await ownersIn(shop)
  expect(new Set(Object.values(alike)).size).toBe(1)
  for (const kind of kinds) {
    const id = await create(kind, { name: kind }, shop)
    expect(await set(kind, [{ id, value: 'Started' }], alike[kind], shop)).toEqual(done)
  }
  for (const kind of kinds) expect(await owned(kind, alike[kind], shop)).toMatchObject([{ name: kind }])
  const path = `/v1/${shop.id}/orders/${alike.order}/fulfillment-orders?aggregates=custom_fields`
  const { body } = await shop.request('GET', path)
  expect(body[0].line_items).toMatchObject([{ custom_fields: { product_variant: 'Started' } }])
  expect(Object.keys(body[0].line_items[0].custom_fields)).toEqual(['product_variant'])
})

test('literal segments win over ids', async () => {
  for (const path of ['/products/custom-fields', '/products/variants/custom-fields', '/orders/custom-fields']) {
    expect((await ask(of, 'GET', path)).body).toBeInstanceOf(Array)
  }
})

test('the typed client knows them', async () => {
  const { orderCustomFields: fields } = of.client
  const { id } = await fields.create({ body: input() })
  await fields.setValues({ params: { owner_id: owners.order }, body: [{ id, value: 'Started' }] })
  expect((await fields.owners({ params: { id } })).orders).toEqual([{ id: owners.order, value: 'Started' }])
  expect(await fields.delete({ params: { id } })).toBeNull()
})

test('verify finds values that do not fit', async () => {
  const shop = await stocked([[9]])
  const all = await ownersIn(shop)
  for (const [value_type, value] of [
    ['text_list', 'Started'],
    ['text', 'x'],
    ['numeric', 1.5e-7],
    ['date', '2026-01-31'],
  ] as const) {
    const id = await create('order', { value_type, values: value_type === 'text_list' ? ['Started'] : [] }, shop)
    await set('order', [{ id, value }], all.order, shop)
  }
  expect(await findBroken(shop.db, customFieldChecks, shop.id)).toEqual([])
  const undone = write(shop, async ({ tx }) => {
    await tx.run(sql`update custom_field_values set value = 'no' where store_id = ${shop.id}`)
    expect(await findBroken(tx, customFieldChecks, shop.id)).toMatchObject([{ count: 3 }])
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
})
