/** docs/contract: coupons, row by row. */
import type { Coupon, CouponInput } from '@bodega/api'
import { beforeAll, describe, expect, test } from 'vitest'
import { raw, sql } from '../platform/database/sql.ts'
import { alignIds } from '../testing/align-ids.ts'
import { meet } from '../testing/locks.ts'
import { A, ask, B, make as makeProduct, shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'

let of: TestStore
beforeAll(async () => {
  of = await shop()
})

let made = 0
const input = (change: Partial<CouponInput> = {}): CouponInput => ({
  code: `CODE${++made}`,
  type: 'percentage',
  value: 10,
  ...change,
})
const create = (change: Partial<CouponInput> = {}, at = of): Promise<Coupon> =>
  at.client.coupons.create({ body: input(change) })
const read = (id: number, at = of): Promise<Coupon> => at.client.coupons.get({ params: { id } })
const product = async (name = 'Camisa') => (await makeProduct(of, { name })).id
const category = async (name = 'Ropa', parent: number | null = null) =>
  (await of.client.categories.create({ body: { name, parent } })).id
const noCoupon = A(404, 'Coupon with such id does not exist')
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)

describe('1 Endpoints', () => {
  test('a coupon is created with every field, read and listed', async () => {
    const coupon = await create({
      code: 'Verano-2026',
      type: 'absolute',
      value: '50',
      valid: false,
      max_uses: 100,
      includes_shipping: true,
      start_date: '2026-05-08',
      end_date: '2026-06-08T23:59:59-03:00',
      min_price: 10,
      first_consumer_purchase: true,
      combines_with_other_discounts: false,
      only_cheapest_shipping: true,
    })
    expect(coupon).toEqual({
      id: expect.any(Number),
      code: 'Verano-2026',
      type: 'absolute',
      value: '50.00',
      valid: false,
      used: 0,
      max_uses: 100,
      includes_shipping: true,
      start_date: '2026-05-08',
      end_date: '2026-06-08',
      min_price: 10,
      first_consumer_purchase: true,
      combines_with_other_discounts: false,
      only_cheapest_shipping: true,
      categories: null,
      products: null,
      created_at: time,
      updated_at: time,
      deleted_at: null,
    })
    expect(await read(coupon.id)).toEqual(coupon)
    expect(await of.client.coupons.list()).toContainEqual(coupon)
  })

  test('with code, type and value alone it is on, for everything, without end', async () => {
    expect(await create()).toMatchObject({
      value: '10.00',
      valid: true,
      max_uses: null,
      start_date: null,
      end_date: null,
      min_price: null,
      includes_shipping: false,
      first_consumer_purchase: false,
      combines_with_other_discounts: true,
      only_cheapest_shipping: false,
    })
  })

  test('POST is 201, PUT 200, DELETE 200 {}, and then it is gone and its code is free', async () => {
    const { status, body } = await ask(of, 'POST', '/coupons', input({ code: 'GONE' }))
    expect(status).toBe(201)
    const { id } = body as Coupon
    expect(await ask(of, 'PUT', `/coupons/${id}`, { value: 20 })).toMatchObject({
      status: 200,
      body: { value: '20.00' },
    })
    expect(await ask(of, 'DELETE', `/coupons/${id}`)).toEqual({ status: 200, body: {} })
    for (const method of ['GET', 'DELETE']) expect(await ask(of, method, `/coupons/${id}`)).toEqual(noCoupon)
    expect(await ask(of, 'PUT', `/coupons/${id}`, { value: 5 })).toEqual(noCoupon)
    await create({ code: 'gone' })
  })

  test('PUT changes what is sent and clears what is sent empty', async () => {
    const coupon = await create({ max_uses: 5, start_date: '2026-01-01', end_date: '2026-02-01', min_price: '9.9' })
    of.world.advance(5000)
    const params = { id: coupon.id }
    const after = await of.client.coupons.update({ params, body: { code: 'OTHER', type: 'absolute', value: 50 } })
    expect(after).toEqual({
      ...coupon,
      code: 'OTHER',
      type: 'absolute',
      value: '50.00',
      updated_at: expect.not.stringContaining(coupon.updated_at),
    })
    const body = { max_uses: 0, start_date: '', end_date: null, min_price: '' }
    expect(await of.client.coupons.update({ params, body })).toMatchObject({
      code: 'OTHER',
      max_uses: null,
      start_date: null,
      end_date: null,
      min_price: null,
    })
  })

  test('a whole document can be sent back: nothing changes, not even updated_at', async () => {
    const [a, b] = [await product(), await product()]
    const all = [
      await create({ products: [b, a], valid: false, start_date: '2026-01-01' }),
      await create({ categories: [await category()], min_price: 3.5, max_uses: 7 }),
      await create({ type: 'shipping' }),
    ]
    of.world.advance(5000)
    for (const coupon of all) {
      expect(await ask(of, 'PUT', `/coupons/${coupon.id}`, coupon)).toEqual({ status: 200, body: coupon })
    }
  })

  test('scopes: read_coupons reads, write_coupons writes, and nothing else does', async () => {
    const { id } = await create()
    const as = async (scope: 'read_coupons' | 'write_coupons' | 'write_products') => {
      const headers = { authentication: `bearer ${await of.tokenWith([scope])}` }
      const status = async (method: string, path: string, body?: unknown) =>
        (await of.request(method, `/v1/${of.id}/coupons${path}`, { headers, ...(body ? { body } : {}) })).status
      return [
        await status('GET', ''),
        await status('GET', `/${id}`),
        await status('PUT', `/${id}`, { value: 3 }),
        await status('POST', '', input()),
      ]
    }
    expect(await as('write_products')).toEqual([403, 403, 403, 403])
    expect(await as('read_coupons')).toEqual([200, 200, 403, 403])
    expect(await as('write_coupons')).toEqual([200, 200, 200, 201])
  })

  test('one of another store does not exist, and its code is no obstacle', async () => {
    const { id, code } = await create()
    const other = await shop()
    for (const method of ['GET', 'DELETE']) expect(await ask(other, method, `/coupons/${id}`)).toEqual(noCoupon)
    expect(await other.client.coupons.list()).toEqual([])
    await create({ code }, other)
  })

  test('no events', async () => {
    await of.events()
    const { id } = await create()
    await of.client.coupons.update({ params: { id }, body: { value: 2 } })
    await of.client.coupons.delete({ params: { id } })
    expect(await of.events()).toEqual([])
  })
})

describe('2 Object', () => {
  test.each(['code', 'type'] as const)('%s is required', async field => {
    const { [field]: _, ...rest } = input()
    expect(await ask(of, 'POST', '/coupons', rest)).toEqual(B({ [field]: ["can't be blank"] }))
  })

  test.each<[string, object, object]>([
    ['an empty code', { code: '' }, { code: ["can't be blank"] }],
    ['a code with a space', { code: 'A B' }, { code: ['is invalid'] }],
    ['a code with other signs', { code: 'ÑANDÚ%' }, { code: ['is invalid'] }],
    ['an unknown type', { type: 'gift' }, { type: ['is not included in the list'] }],
    ['no value', { value: undefined }, { value: ["can't be blank"] }],
    ['less than no use', { max_uses: -1 }, { max_uses: ['must be at least 0'] }],
    ['half a use', { max_uses: 1.5 }, { max_uses: ['must be an integer or null'] }],
    ['an unknown product', { products: [999_999_999] }, { products: ['Product with such id does not exist'] }],
    [
      'an unknown category',
      { categories: ['999999999999999'] },
      { categories: ['Category with such id does not exist'] },
    ],
    [
      'categories with products',
      { products: [1], categories: [1] },
      { products: ['cannot be combined with categories'] },
    ],
  ])('%s is 422 B', async (_what, change, expected) => {
    expect(await ask(of, 'POST', '/coupons', { ...input(), ...change })).toEqual({ status: 422, body: expected })
  })

  test('a code is there once, whatever its letter case, also where five come at once', async () => {
    const taken = B({ code: ['has already been taken'] })
    const { id } = await create({ code: 'Once' })
    expect(await ask(of, 'POST', '/coupons', input({ code: 'ONCE' }))).toEqual(taken)
    const other = await create()
    expect(await ask(of, 'PUT', `/coupons/${other.id}`, { code: 'once' })).toEqual(taken)
    expect(await ask(of, 'PUT', `/coupons/${id}`, { code: 'oncE' })).toMatchObject({ body: { code: 'oncE' } })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(of, 'POST', '/coupons', input({ code: 'RACE' }))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('numbers come as text too, and a code as a number', async () => {
    const id = await product()
    const sent = { code: 20_261, value: '12.5', max_uses: '3', min_price: '7', products: [String(id)] }
    expect(await create(sent as never)).toMatchObject({
      code: '20261',
      value: '12.50',
      max_uses: 3,
      min_price: 7,
      products: [{ id }],
    })
  })

  test('null sets a switch to its default', async () => {
    const whole = { valid: true, combines_with_other_discounts: true, includes_shipping: false }
    const { id } = await create({ valid: false, combines_with_other_discounts: false, includes_shipping: true })
    const body = { valid: null, combines_with_other_discounts: null, includes_shipping: null }
    expect(await of.client.coupons.update({ params: { id }, body })).toMatchObject(whole)
  })

  test('a day that nobody set, as typed clients write it, is none', async () => {
    const unset = { start_date: '0001-01-01T00:00:00', end_date: '0001-01-01T00:00:00Z' }
    const none = { start_date: null, end_date: null }
    expect(await create(unset)).toMatchObject(none)
    const { id } = await create({ start_date: '2026-01-01', end_date: '2026-02-01' })
    expect(await of.client.coupons.update({ params: { id }, body: unset })).toMatchObject(none)
  })

  test('free shipping has no value of its own; who becomes a discount says how much', async () => {
    const { id, value } = await create({ type: 'shipping', value: 30 })
    expect(value).toBe('0.00')
    expect(await ask(of, 'PUT', `/coupons/${id}`, { type: 'absolute' })).toEqual(B({ value: ["can't be blank"] }))
    expect(await ask(of, 'PUT', `/coupons/${id}`, { type: 'percentage', value: 100 })).toMatchObject({ status: 200 })
  })

  test('valid is what the merchant says: neither days nor uses turn it', async () => {
    expect(await create({ start_date: '2020-01-01', end_date: '2020-02-01' })).toMatchObject({ valid: true })
    expect(await create({ start_date: '2120-01-01' })).toMatchObject({ valid: true })
  })
})

describe('3 Restrictions', () => {
  test('ids or whole objects in, short objects out; the top of the categories is 0', async () => {
    const top = await category('Ropa')
    const below = await category('Zapatos', top)
    expect((await create({ categories: [below, { id: top }, below] })).categories).toEqual([
      { id: top, name: { pt: 'Ropa', es: 'Ropa' }, parent: 0 },
      { id: below, name: { pt: 'Zapatos', es: 'Zapatos' }, parent: top },
    ])
    const id = await product('Camisa')
    expect(await create({ products: [{ id: String(id) as never }], categories: [] })).toMatchObject({
      products: [{ id, name: { pt: 'Camisa', es: 'Camisa' } }],
      categories: null,
    })
  })

  test('an object without fields is no list: a form that was left empty sends it, and restricts nothing', async () => {
    const made = await ask(of, 'POST', '/coupons', { code: 'FORM', type: 'percentage', value: 10, categories: {} })
    expect(made).toMatchObject({ status: 201, body: { categories: null, products: null } })
    const named = await ask(of, 'PUT', `/coupons/${(made.body as Coupon).id}`, { categories: { id: await category() } })
    expect(named).toMatchObject({ status: 422, body: { categories: ['must be an array or null'] } })
  })

  test('one list replaces the other; null and an empty list lift it', async () => {
    const [a, b, c] = [await product(), await product(), await category()]
    const { id } = await create({ products: [a] })
    const change = async (body: object) => {
      const { products, categories } = (await ask(of, 'PUT', `/coupons/${id}`, body)).body as Coupon
      return [products?.map(one => one.id) ?? null, categories?.map(one => one.id) ?? null]
    }
    expect(await change({ products: [b, a] })).toEqual([[a, b], null])
    expect(await change({ products: [b] })).toEqual([[b], null])
    expect(await change({ categories: null })).toEqual([[b], null])
    expect(await change({ categories: [c] })).toEqual([null, [c]])
    expect(await change({ products: [a], categories: null })).toEqual([[a], null])
    expect(await change({ products: [] })).toEqual([null, null])
    expect(await change({ categories: [c], products: [] })).toEqual([null, [c]])
    expect(await change({ categories: null })).toEqual([null, null])
  })

  test('what belongs to another store is unknown', async () => {
    const other = await shop()
    const { id } = await makeProduct(other)
    expect(await ask(of, 'POST', '/coupons', input({ products: [id] }))).toEqual(
      B({ products: ['Product with such id does not exist'] }),
    )
  })

  const ends: [string, 'products' | 'categories', () => Promise<number>][] = [
    ['product', 'products', product],
    ['category', 'categories', category],
  ]

  test.each(ends)('with the last %s goes the use of the coupon, not its restriction', async (_what, kind, target) => {
    const [a, b] = [await target(), await target()]
    const { id } = await create({ [kind]: [a, b] })
    await ask(of, 'DELETE', `/${kind}/${a}`)
    expect(await read(id)).toMatchObject({ valid: true, [kind]: [{ id: b }] })
    await ask(of, 'DELETE', `/${kind}/${b}`)
    const left = await read(id)
    expect(left).toMatchObject({ valid: false, [kind]: [] })
    const found = async (query: string) =>
      ((await ask(of, 'GET', `/coupons?per_page=200&${query}`)).body as Coupon[]).some(coupon => coupon.id === id)
    expect(await found('valid=true')).toBe(false)
    expect(await found('valid=false')).toBe(true)
    expect(await found('status=deactivated')).toBe(true)
    expect(await found(`limitation_type=${kind}`)).toBe(true)

    // Sent back whole, renamed, switched on: it does not become one for everything.
    expect((await ask(of, 'PUT', `/coupons/${id}`, left)).body).toEqual(left)
    expect((await ask(of, 'PUT', `/coupons/${id}`, { ...left, value: 4 })).body).toMatchObject({
      valid: false,
      [kind]: [],
    })
    expect(await ask(of, 'PUT', `/coupons/${id}`, { valid: true })).toEqual(B({ [kind]: ["can't be blank"] }))

    // It is used again when somebody says on what.
    const c = await target()
    expect((await ask(of, 'PUT', `/coupons/${id}`, { [kind]: [c] })).body).toMatchObject({
      valid: false,
      [kind]: [{ id: c }],
    })
    expect((await ask(of, 'PUT', `/coupons/${id}`, { valid: true })).body).toMatchObject({ valid: true })
  })

  test.each(ends)('a %s that goes dates no coupon before a change that came earlier', async (_what, kind, target) => {
    const [a, b] = [await target(), await target()]
    const { id, updated_at } = await create({ [kind]: [a, b] })
    of.world.advance(-60_000)
    await ask(of, 'DELETE', `/${kind}/${a}`)
    of.world.advance(60_000)
    expect((await read(id)).updated_at).toBe(updated_at)
  })

  test('a product and a category of one number are two things', async () => {
    await alignIds(of.db, 'products', 'categories')
    const id = await product()
    expect(await category()).toBe(id)
    const [moved, stays] = [await create({ products: [id] }), await create({ categories: [id] })]
    expect((await ask(of, 'PUT', `/coupons/${moved.id}`, { categories: [id] })).body).toMatchObject({
      products: null,
      categories: [{ id }],
    })
    await of.db.run(sql`update coupons set updated_at = '2020-01-01' where store_id = ${of.id} and id = ${stays.id}`)
    await ask(of, 'DELETE', `/products/${id}`)
    const left = await read(stays.id)
    expect(left.categories).toMatchObject([{ id }])
    expect(left.updated_at).toContain('2020-01-01')
  })

  test.each(ends)('a %s that goes dates the coupon, and no other', async (_what, kind, target) => {
    const [a, b] = [await target(), await target()]
    const [left, other, all] = [await create({ [kind]: [a, b] }), await create({ [kind]: [b] }), await create({})]
    await of.db.run(sql`update coupons set updated_at = '2020-01-01' where store_id = ${of.id}`)
    const path = '/coupons?per_page=200&fields=id&updated_at_min=2020-01-02'
    const since = async () => ((await ask(of, 'GET', path)).body as Coupon[]).map(({ id }) => id)
    expect(await ask(of, 'DELETE', `/${kind}/${a}`)).toMatchObject({ status: 200 })
    expect(await since()).toEqual([left.id])
    expect((await read(left.id)).updated_at).not.toContain('2020-01-01')
    expect((await read(other.id)).updated_at).toContain('2020-01-01')
    await ask(of, 'DELETE', `/${kind}/${b}`)
    expect(await since()).toEqual([left.id, other.id])
    expect((await read(all.id)).updated_at).toContain('2020-01-01')
  })

  test.each(ends)('a %s that goes dates a coupon that was given it in the same moment', async (what, kind, target) => {
    const [a, b] = [await target(), await target()]
    const { id } = await create({ [kind]: [a] })
    const column = raw(what === 'product' ? 'product_id' : 'category_id')
    const answer = await meet(
      of.db,
      async tx => {
        await tx.run(sql`update coupons set updated_at = '2020-01-01' where store_id = ${of.id} and id = ${id}`)
        await tx.run(sql`insert into coupon_targets (store_id, coupon_id, ${column}) values (${of.id}, ${id}, ${b})`)
      },
      () => ask(of, 'DELETE', `/${kind}/${b}`),
    )
    expect(answer).toMatchObject({ status: 200 })
    const left = await read(id)
    expect(left).toMatchObject({ [kind]: [{ id: a }] })
    expect(left.updated_at).not.toContain('2020-01-01')
  })

  test('a coupon for what is being deleted finds it gone', async () => {
    const id = await category()
    const answer = await meet(
      of.db,
      tx => tx.run(sql`delete from categories where store_id = ${of.id} and id = ${id}`),
      () => ask(of, 'POST', '/coupons', input({ categories: [id] })),
    )
    expect(answer).toEqual(B({ categories: ['Category with such id does not exist'] }))
  })

  test('who changes it while another does sees what that one did', async () => {
    const [a, b] = [await product(), await product()]
    const { id } = await create({ products: [a] })
    const answer = await meet(
      of.db,
      async tx => {
        await tx.run(sql`update coupons set value = 44 where store_id = ${of.id} and id = ${id}`)
        await tx.run(sql`insert into coupon_targets (store_id, coupon_id, product_id) values (${of.id}, ${id}, ${b})`)
      },
      () => ask(of, 'PUT', `/coupons/${id}`, { min_price: 3 }),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { value: '44.00', min_price: 3, products: [{ id: a }, { id: b }] },
    })
  })

  test('If-Match: a stale tag is 412, also where only the restriction changed', async () => {
    const [a, b] = [await product(), await product()]
    const { id } = await create({ products: [a] })
    const path = `/v1/${of.id}/coupons/${id}`
    const { etag = '' } = (await of.request('GET', path)).headers
    await ask(of, 'PUT', `/coupons/${id}`, { products: [b] })
    const headers = { 'if-match': etag }
    expect((await of.request('PUT', path, { headers, body: { value: 1 } })).status).toBe(412)
  })
})

describe('4 List', () => {
  let list: TestStore
  let coupons: Coupon[]

  beforeAll(async () => {
    list = await shop()
    const { id: shoes } = await list.client.categories.create({ body: { name: 'Zapatos' } })
    const { id: shirt } = await makeProduct(list)
    const rows: Partial<CouponInput>[] = [
      { code: 'beta', type: 'absolute', value: 5, max_uses: 3, start_date: '2026-01-10', end_date: '2026-02-10' },
      { code: 'ALPHA', valid: false, min_price: 10, start_date: '2026-03-10' },
      { code: 'gamma', type: 'shipping', includes_shipping: true, min_price: 0, end_date: '2026-04-10' },
      { code: 'Beta2', categories: [shoes] },
      { code: 'delta', products: [shirt] },
    ]
    coupons = []
    for (const row of rows) {
      coupons.push(await create(row, list))
      list.world.advance(60_000)
    }
    // Nothing spends a coupon yet.
    await list.db.run(sql`update coupons set used = 7 - length(code) where store_id = ${list.id}`)
  })
  const at = (place: number) => encodeURIComponent(coupons[place]?.created_at ?? '')

  test.each<[string, () => string, number[]]>([
    ['nothing: by id', () => '', [0, 1, 2, 3, 4]],
    ['q: a part of the code, in any letter case', () => 'q=BETA', [0, 3]],
    ['q: no wildcards', () => 'q=%25', []],
    ['valid=true', () => 'valid=true', [0, 2, 3, 4]],
    ['valid=false', () => 'valid=false', [1]],
    ['status=activated', () => 'status=activated', [0, 2, 3, 4]],
    ['status=deactivated', () => 'status=deactivated', [1]],
    ['limitation_type=quantity', () => 'limitation_type=quantity', [0]],
    ['limitation_type=cart_value', () => 'limitation_type=cart_value', [1]],
    ['limitation_type=categories', () => 'limitation_type=categories', [3]],
    ['limitation_type=products', () => 'limitation_type=products', [4]],
    ['term_type=limited', () => 'term_type=limited', [0, 1, 2]],
    ['term_type=unlimited', () => 'term_type=unlimited', [3, 4]],
    ['discount_type', () => 'discount_type=shipping', [2]],
    ['includes_shipping', () => 'includes_shipping=true', [2]],
    ['min_start_date, inclusive', () => 'min_start_date=2026-03-10', [1]],
    ['max_start_date, inclusive', () => 'max_start_date=2026-03-10', [0, 1]],
    ['min_end_date, inclusive', () => 'min_end_date=2026-02-10T12:00:00Z', [0, 2]],
    ['max_end_date, inclusive', () => 'max_end_date=2026-04-09', [0]],
    ['created_at_min, inclusive', () => `created_at_min=${at(3)}`, [3, 4]],
    ['created_at_max, inclusive', () => `created_at_max=${at(1)}`, [0, 1]],
    ['updated_at_min, inclusive', () => `updated_at_min=${at(4)}`, [4]],
    ['updated_at_max, inclusive', () => `updated_at_max=${at(0)}`, [0]],
    ['several: all of them hold', () => 'valid=true&term_type=limited&q=a', [0, 2]],
    ['sort_by=alpha-ascending', () => 'sort_by=alpha-ascending', [1, 0, 3, 4, 2]],
    ['sort_by=alpha-descending', () => 'sort_by=alpha-descending', [2, 4, 3, 0, 1]],
    ['sort_by=created-at-ascending', () => 'sort_by=created-at-ascending', [0, 1, 2, 3, 4]],
    ['sort_by=created-at-descending', () => 'sort_by=created-at-descending', [4, 3, 2, 1, 0]],
    ['sort_by=uses-ascending', () => 'sort_by=uses-ascending', [1, 2, 3, 4, 0]],
    ['sort_by=uses-descending', () => 'sort_by=uses-descending', [0, 4, 3, 2, 1]],
    ['page and per_page', () => 'per_page=2&page=2', [2, 3]],
  ])('%s', async (_title, query, expected) => {
    const { status, body } = await ask(list, 'GET', `/coupons?${query()}`)
    expect(status).toBe(200)
    expect((body as Coupon[]).map(({ id }) => coupons.findIndex(coupon => coupon.id === id))).toEqual(expected)
  })

  test('those of one moment, as an import makes them, stand in the order in which they came', async () => {
    const other = await shop()
    const ids = [await create({}, other), await create({}, other), await create({}, other)].map(({ id }) => id)
    const sorted = async (sort_by: 'created-at-ascending' | 'created-at-descending') =>
      (await other.client.coupons.list({ query: { sort_by } })).map(({ id }) => id)
    expect(await sorted('created-at-ascending')).toEqual(ids)
    expect(await sorted('created-at-descending')).toEqual(ids.toReversed())
  })

  test('Link, x-total-count and fields, as every list', async () => {
    const { headers, body } = await list.request('GET', `/v1/${list.id}/coupons?per_page=2&fields=id,code&valid=true`)
    expect(headers['x-total-count']).toBe('4')
    expect(headers.link).toMatch(/page=2.*rel="next".*rel="last"/)
    expect(body).toEqual([coupons[0], coupons[2]].map(coupon => ({ id: coupon?.id, code: coupon?.code })))
    expect(await ask(list, 'GET', '/coupons?page=9')).toEqual(A(404, 'Last page is 1'))
  })

  test.each([
    'sort_by=price',
    'status=on',
    'limitation_type=x',
    'term_type=x',
    'discount_type=x',
    'min_start_date=x',
    'max_end_date=0000-01-01',
    'valid=perhaps',
  ])('%s is 422 B', async query => {
    const { status, body } = await ask(list, 'GET', `/coupons?${query}`)
    expect([status, Object.keys(body as object)]).toEqual([422, [query.split('=')[0]]])
  })
})
