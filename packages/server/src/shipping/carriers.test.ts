/** Contract: shipping 1. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { statusOf } from '../testing/answers.ts'
import { register } from '../testing/carrier.ts'
import { meet } from '../testing/locks.ts'
import { A, ask, B, shop } from '../testing/products.ts'
import { aTable } from '../testing/shipping.ts'
import { app, store, type TestStore } from '../testing/store.ts'
import { removeCarriers } from './index.ts'

let of: TestStore
beforeAll(async () => {
  of = await shop()
})

const callback_url = 'https://rates.example/rates'
const carrier = { name: 'Transporte', callback_url, types: 'ship' as const }

/** The same store, as another app of it sees it. */
async function other(from: TestStore): Promise<TestStore> {
  const token = await from.tokenWith(['write_shipping'])
  const headers = { ...from.headers, authentication: `bearer ${token}` }
  return {
    ...from,
    request: (method, path, options = {}) =>
      from.request(method, path, { ...options, headers: { ...headers, ...options.headers } }),
  }
}

describe('shipping 1.1, 1.2: carriers', () => {
  test('create, read, list, change, delete', async () => {
    const own = await shop()
    const { client } = own
    const made = await client.shippingCarriers.create({ body: carrier })
    expect(made).toEqual({
      id: expect.any(Number),
      ...carrier,
      callback_labels_url: null,
      active: true,
      created_at: expect.stringMatching(/\+0000$/),
      updated_at: expect.stringMatching(/\+0000$/),
    })
    const params = { id: made.id }
    expect(await client.shippingCarriers.get({ params })).toEqual(made)
    expect(await client.shippingCarriers.list()).toEqual([made])
    const change = {
      name: 'Novo',
      callback_labels_url: 'https://rates.example/labels',
      types: 'pickup' as const,
      active: false,
    }
    const changed = await client.shippingCarriers.update({ params, body: change })
    expect(changed).toEqual({ ...made, ...change, updated_at: changed.updated_at })
    expect(await client.shippingCarriers.update({ params, body: { active: false } })).toMatchObject(change)
    expect(await client.shippingCarriers.update({ params, body: { callback_labels_url: null } })).toMatchObject({
      callback_labels_url: null,
      name: 'Novo',
    })
    expect(await client.shippingCarriers.delete({ params })).toEqual({})
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await ask(own, method, `/shipping_carriers/${made.id}`, method === 'PUT' ? {} : undefined)).toEqual(
        A(404, null),
      )
    }
    expect(await own.events()).toEqual([])
  })

  test('what was read can be sent back and changes nothing, not even updated_at; another name does', async () => {
    const { client, world } = of
    const labels = 'https://rates.example/labels'
    const made = await client.shippingCarriers.create({ body: { ...carrier, callback_labels_url: labels } })
    const params = { id: made.id }
    world.advance(5000)
    expect(await ask(of, 'PUT', `/shipping_carriers/${made.id}`, made)).toEqual({ status: 200, body: made })
    const { updated_at } = await client.shippingCarriers.update({ params, body: { name: 'Outro' } })
    expect(updated_at > made.updated_at).toBe(true)
  })

  test.each(['name', 'callback_url', 'types'])('%s is required', async field => {
    const answer = await ask(of, 'POST', '/shipping_carriers', { ...carrier, [field]: undefined })
    expect(answer).toEqual(B({ [field]: ["can't be blank"] }))
  })

  test.each([
    ['ship', 'ship'],
    ['pickup', 'pickup'],
    ['ship,pickup', 'ship,pickup'],
    ['pickup,ship', 'ship,pickup'],
  ])('types %s is answered as %s', async (types, answered) => {
    expect(await ask(of, 'POST', '/shipping_carriers', { ...carrier, types })).toMatchObject({
      status: 201,
      body: { types: answered },
    })
  })

  test.each([['drone'], [''], [['ship']], ['ship,drone']])('types %s is none', async types => {
    expect(await ask(of, 'POST', '/shipping_carriers', { ...carrier, types })).toMatchObject({
      status: 422,
      body: { types: [expect.any(String)] },
    })
  })

  test('what two change of one at the same time is kept', async () => {
    const { id } = await of.client.shippingCarriers.create({ body: carrier })
    const changed = await meet(
      of.db,
      tx => tx.run(sql`update shipping_carriers set name = 'Novo' where store_id = ${of.id} and id = ${id}`),
      () => of.client.shippingCarriers.update({ params: { id }, body: { active: false } }),
    )
    expect(changed).toMatchObject({ name: 'Novo', active: false })
  })

  test('active: the misspelled status is not heard', async () => {
    expect(await ask(of, 'POST', '/shipping_carriers', { ...carrier, status: false })).toMatchObject({
      body: { active: true },
    })
  })

  test.each<[string, unknown, unknown]>([
    ['callback_labels_url', null, 'https://rates.example/labels'],
    ['active', true, false],
  ])('%s: %s unless said', async (field, value, other) => {
    expect((await ask(of, 'POST', '/shipping_carriers', carrier)).body).toMatchObject({ [field]: value })
    expect((await ask(of, 'POST', '/shipping_carriers', { ...carrier, [field]: other })).body).toMatchObject({
      [field]: other,
    })
  })

  test('active: null is not said, neither to a new carrier nor to one that there is', async () => {
    const { body } = await ask(of, 'POST', '/shipping_carriers', { ...carrier, active: null })
    expect(body).toMatchObject({ active: true })
    const change = (active: boolean | null) =>
      ask(of, 'PUT', `/shipping_carriers/${(body as { id: number }).id}`, { active })
    expect(await change(false)).toMatchObject({ status: 200, body: { active: false } })
    expect(await change(null)).toMatchObject({ status: 200, body: { active: false } })
  })

  test('D64: the addresses must be https and public, where private ones are not allowed', async () => {
    const strict = await store({ server: await app({ allowPrivateAddresses: false }) })
    for (const [url, text] of [
      ['http://rates.example', 'must begin with https://'],
      ['https://127.0.0.1/rates', 'must lead to the public internet'],
      ['https://169.254.169.254/', 'must lead to the public internet'],
      ['rates', 'is not a valid address'],
    ] as const) {
      expect(await ask(strict, 'POST', '/shipping_carriers', { ...carrier, callback_url: url })).toEqual(
        B({ callback_url: [text] }),
      )
      const labels = { ...carrier, callback_labels_url: url }
      expect(await ask(strict, 'POST', '/shipping_carriers', labels)).toEqual(B({ callback_labels_url: [text] }))
    }
    const { id } = await strict.client.shippingCarriers.create({ body: carrier })
    const change = { callback_url: 'http://rates.example' }
    expect((await ask(strict, 'PUT', `/shipping_carriers/${id}`, change)).status).toBe(422)
    expect(await strict.client.shippingCarriers.get({ params: { id } })).toMatchObject({ callback_url })
  })

  test('a carrier belongs to the app that made it: others in the store see neither it nor its options', async () => {
    const mine = await shop()
    const { id } = await register(mine, { callback_url })
    const [option] = await mine.client.shippingOptions.list({ params: { carrier_id: id } })
    const theirs = await other(mine)
    expect(await ask(theirs, 'GET', '/shipping_carriers')).toEqual({ status: 200, body: [] })
    const paths = [`/shipping_carriers/${id}`, `/shipping_carriers/${id}/options/${option?.id}`]
    for (const path of paths) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await ask(theirs, method, path, method === 'PUT' ? { name: 'x' } : undefined)).toEqual(A(404, null))
      }
    }
    const options = `/shipping_carriers/${id}/options`
    expect(await ask(theirs, 'GET', options)).toEqual(A(404, null))
    expect(await ask(theirs, 'POST', options, { code: 'x', name: 'x' })).toEqual(A(404, null))
    expect((await ask(theirs, 'GET', '/shipping_carriers/options')).body).toMatchObject([{ id }])
    expect(await mine.client.shippingCarriers.list()).toMatchObject([{ id, name: 'Transporte' }])
  })

  test('a carrier of another store does not exist', async () => {
    const { id } = await register(await shop(), { callback_url })
    expect(await ask(of, 'GET', `/shipping_carriers/${id}`)).toEqual(A(404, null))
    expect(await ask(of, 'PUT', `/shipping_carriers/${id}`, { name: 'x' })).toEqual(A(404, null))
  })

  test('an app has at most 500 in a store, and each at most 300 options', async () => {
    const own = await shop()
    const { client, db, id: store } = own
    const { id: carrier_id } = await client.shippingCarriers.create({ body: carrier })
    await client.shippingOptions.create({ params: { carrier_id }, body: { code: '1', name: 'Normal' } })
    await db.run(sql`
      insert into shipping_carriers (store_id, actor, name, callback_url, types, active, created_at, updated_at)
      select store_id, actor, name, callback_url, types, active, created_at, updated_at
        from shipping_carriers, generate_series(2, 499) where store_id = ${store}`)
    await db.run(sql`
      insert into shipping_carrier_options (store_id, carrier_id, code, name, additional_days, additional_cost,
                                            allow_free_shipping, active, created_at, updated_at)
      select store_id, carrier_id, n::text, name, additional_days, additional_cost, allow_free_shipping, active,
             created_at, updated_at
        from shipping_carrier_options, generate_series(2, 299) n where store_id = ${store}`)
    const another = () => statusOf(client.shippingCarriers.create({ body: carrier }))
    const option = (code: string) =>
      statusOf(client.shippingOptions.create({ params: { carrier_id }, body: { code, name: 'Normal' } }))
    expect([await another(), await another()]).toEqual([200, 422])
    const headers = { authentication: `bearer ${await own.tokenWith(['write_shipping'])}` }
    const theirs = await own.request('POST', `/v1/${store}/shipping_carriers`, { headers, body: carrier })
    expect(theirs.status).toBe(201)
    expect([await option('300'), await option('301')]).toEqual([200, 422])
  })

  test('D29: whoever leaves the store takes its carriers along, and no others', async () => {
    const mine = await shop()
    const { id } = await register(mine, { callback_url })
    const theirs = await other(mine)
    await ask(theirs, 'POST', '/shipping_carriers', carrier)
    expect(await mine.db.tx(tx => removeCarriers(tx, mine.id, `app:${mine.appId}`))).toBe(1)
    expect(await ask(mine, 'GET', `/shipping_carriers/${id}`)).toEqual(A(404, null))
    expect((await ask(theirs, 'GET', '/shipping_carriers')).body).toHaveLength(1)
  })
})

describe('shipping 1.1, 1.3: options', () => {
  test('create, read, list, change, delete; deleting the carrier deletes them', async () => {
    const { client, db, id: storeId } = await shop()
    const { id: carrier_id } = await client.shippingCarriers.create({ body: carrier })
    const params = { carrier_id }
    const made = await client.shippingOptions.create({ params, body: { code: 'sedex', name: 'Sedex' } })
    expect(made).toEqual({
      id: expect.any(Number),
      code: 'sedex',
      name: 'Sedex',
      additional_days: 0,
      additional_cost: 0,
      allow_free_shipping: false,
      active: true,
      created_at: expect.stringMatching(/\+0000$/),
      updated_at: expect.stringMatching(/\+0000$/),
    })
    const one = { carrier_id, id: made.id }
    expect(await client.shippingOptions.get({ params: one })).toEqual(made)
    expect(await client.shippingOptions.list({ params })).toEqual([made])
    const change = { additional_days: 2, additional_cost: 1.5, allow_free_shipping: true, active: false }
    const changed = await client.shippingOptions.update({ params: one, body: change })
    expect(changed).toEqual({ ...made, ...change, updated_at: changed.updated_at })
    expect(await client.shippingOptions.delete({ params: one })).toEqual({})
    await expect(client.shippingOptions.get({ params: one })).rejects.toMatchObject({ status: 404 })
    await client.shippingOptions.create({ params, body: { code: 'sedex', name: 'Sedex' } })
    await client.shippingCarriers.delete({ params: { id: carrier_id } })
    const left = sql`select 1 from shipping_carrier_options where store_id = ${storeId}`
    expect(await db.run(left)).toBe(0)
  })

  test('what was read can be sent back and changes nothing, not even updated_at; another name does', async () => {
    const { client, world } = of
    const { id: carrier_id } = await client.shippingCarriers.create({ body: carrier })
    const made = await client.shippingOptions.create({
      params: { carrier_id },
      body: { code: 'sedex', name: 'Sedex', additional_cost: 1.5, active: false },
    })
    const params = { carrier_id, id: made.id }
    world.advance(5000)
    expect(await client.shippingOptions.update({ params, body: made })).toEqual(made)
    const { updated_at } = await client.shippingOptions.update({ params, body: { name: 'Outro' } })
    expect(updated_at > made.updated_at).toBe(true)
  })

  test.each(['code', 'name'])('%s is required', async field => {
    const { id } = await of.client.shippingCarriers.create({ body: carrier })
    const answer = await ask(of, 'POST', `/shipping_carriers/${id}/options`, {
      code: 'a',
      name: 'a',
      [field]: undefined,
    })
    expect(answer).toEqual(B({ [field]: ["can't be blank"] }))
  })

  test.each<[string, unknown, unknown]>([
    ['additional_days', 0, 3],
    ['additional_cost', 0, 2.35],
    ['allow_free_shipping', false, true],
    ['active', true, false],
  ])('%s: %s unless said', async (field, value, other) => {
    const { id } = await of.client.shippingCarriers.create({ body: carrier })
    const make = (body: object) => ask(of, 'POST', `/shipping_carriers/${id}/options`, { name: 'x', ...body })
    expect((await make({ code: 'a' })).body).toMatchObject({ [field]: value })
    expect((await make({ code: 'b', [field]: null })).body).toMatchObject({ [field]: value })
    const { body } = await make({ code: 'c', [field]: other })
    expect(body).toMatchObject({ [field]: other })
    const path = `/shipping_carriers/${id}/options/${(body as { id: number }).id}`
    expect((await ask(of, 'PUT', path, { [field]: null })).body).toMatchObject({ [field]: other })
    expect((await ask(of, 'PUT', path, { [field]: value })).body).toMatchObject({ [field]: value })
  })

  test.each([
    ['additional_days', -1],
    ['additional_days', 1.5],
    ['additional_cost', -0.01],
  ])('%s: %s is refused', async (field, value) => {
    const { id } = await of.client.shippingCarriers.create({ body: carrier })
    expect(await ask(of, 'POST', `/shipping_carriers/${id}/options`, { code: 'a', name: 'a', [field]: value })).toEqual(
      B({ [field]: [expect.any(String)] }),
    )
  })

  test('code: unique within the carrier, case and accents included', async () => {
    const { id: carrier_id } = await of.client.shippingCarriers.create({ body: carrier })
    const params = { carrier_id }
    for (const code of ['normal', 'Normal', 'nórmal'])
      await of.client.shippingOptions.create({ params, body: { code, name: code } })
    const taken = B({ code: ['has already been taken'] })
    expect(await ask(of, 'POST', `/shipping_carriers/${carrier_id}/options`, { code: 'normal', name: 'x' })).toEqual(
      taken,
    )
    const [first] = await of.client.shippingOptions.list({ params })
    expect(await ask(of, 'PUT', `/shipping_carriers/${carrier_id}/options/${first?.id}`, { code: 'Normal' })).toEqual(
      taken,
    )
    expect(
      (await ask(of, 'PUT', `/shipping_carriers/${carrier_id}/options/${first?.id}`, { code: 'normal' })).status,
    ).toBe(200)
    const { id: another } = await of.client.shippingCarriers.create({ body: carrier })
    expect((await ask(of, 'POST', `/shipping_carriers/${another}/options`, { code: 'normal', name: 'x' })).status).toBe(
      201,
    )
  })

  test('two that make the same code at once: one does', async () => {
    const { id } = await of.client.shippingCarriers.create({ body: carrier })
    const make = () => ask(of, 'POST', `/shipping_carriers/${id}/options`, { code: 'same', name: 'Same' })
    const answers = await Promise.all([make(), make(), make()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  })

  test('what two change of one at the same time is kept', async () => {
    const { id: carrier_id } = await register(of, { callback_url })
    const [option] = await of.client.shippingOptions.list({ params: { carrier_id } })
    const params = { carrier_id, id: option?.id ?? 0 }
    const changed = await meet(
      of.db,
      async tx => {
        await tx.run(sql`select 1 from shipping_carriers where id = ${carrier_id} for no key update`)
        await tx.run(sql`update shipping_carrier_options set name = 'Novo' where id = ${params.id}`)
      },
      () => of.client.shippingOptions.update({ params, body: { additional_days: 3 } }),
    )
    expect(changed).toMatchObject({ name: 'Novo', additional_days: 3 })
  })

  test('an option of another carrier does not exist', async () => {
    const a = await register(of, { callback_url })
    const b = await register(of, { callback_url })
    const [option] = await of.client.shippingOptions.list({ params: { carrier_id: a.id } })
    expect(await ask(of, 'GET', `/shipping_carriers/${b.id}/options/${option?.id}`)).toEqual(A(404, null))
    expect(await ask(of, 'DELETE', `/shipping_carriers/${b.id}/options/${option?.id}`)).toEqual(A(404, null))
  })
})

test('shipping 1.1: GET /shipping_carriers/options: all carriers of the store, native ones too, routed before the id', async () => {
  const mine = await shop()
  const { id } = await register(mine, { callback_url }, [{}, { code: 'pac', name: 'PAC', allow_free_shipping: true }])
  const table = await mine.client.shippingTables.create({ body: aTable() })
  const offered = await mine.client.shippingCarriers.offered()
  expect(offered).toEqual([
    {
      id: 0,
      name: 'Table rates',
      options: [{ id: table.id, name: 'Correio', code: `table_${table.id}`, allow_free_shipping: false }],
    },
    {
      id,
      name: 'Transporte',
      options: [
        { id: expect.any(Number), name: 'Sedex', code: 'sedex', allow_free_shipping: false },
        { id: expect.any(Number), name: 'PAC', code: 'pac', allow_free_shipping: true },
      ],
    },
  ])
  expect(offered.total).toBe(2)
})
