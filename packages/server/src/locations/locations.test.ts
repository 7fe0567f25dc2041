import { ApiError, type Location, type LocationInput } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { expectRefusal } from '../testing/answers.ts'
import { aLocation, app, store, type TestStore, testWorld } from '../testing/store.ts'

const world = testWorld()
let server: FastifyInstance
let shop: TestStore

beforeAll(async () => {
  server = await app({ world })
})

beforeEach(async () => {
  shop = await store({ server, world })
})

const path = (rest = '') => `/v1/${shop.id}/locations${rest}`
const create = (change: Partial<LocationInput> = {}) => shop.client.locations.create({ body: aLocation(change) })

/** So many locations, by their letters: `a` is the default. The events of making them are not told again. */
async function locations(letters: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const letter of letters) ids[letter] = (await create({ name: letter })).id
  await shop.events()
  return ids
}

/** The letters in the order of the list; priorities and default are checked on the way. */
async function order(): Promise<string> {
  const list = await shop.client.locations.list({ query: { per_page: 200 } })
  expect(list.map(({ priority }) => priority)).toEqual(list.map((_, index) => index))
  expect(list.map(({ is_default }) => is_default)).toEqual(list.map((_, index) => index === 0))
  return list.map(({ name }) => name.pt_BR).join('')
}

const Payload = Type.Object({ event: Type.String(), id: Type.String() })

/** What was told and of whom, without regard to the order. */
async function told(ids: Record<string, string>): Promise<string[]> {
  const names = await shop.events()
  const rows = await shop.db.many(
    Payload,
    sql`select event, payload ->> 'id' as id from events where store_id = ${shop.id} order by events.id desc limit ${names.length}`,
  )
  const letterOf = (id: string) => Object.keys(ids).find(letter => ids[letter] === id) ?? 'new'
  return rows.map(({ event, id }) => `${event.replace('location/', '')} ${letterOf(id)}`).toSorted()
}

const refusal = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('was not refused')
    },
    error => {
      if (error instanceof ApiError) return error
      throw error
    },
  )

describe('specification 2.2, catalog sheet 5.1 and 5.2: the object', () => {
  test('a location is created, read and listed with every field', async () => {
    const body = aLocation({ allows_pickup: true })
    const made = await shop.client.locations.create({ body })
    expect(made).toEqual({
      id: expect.stringMatching(/^01[0-9A-HJKMNP-TV-Z]{24}$/),
      store_id: String(shop.id),
      name: { pt_BR: 'Depósito', es_AR: 'Depósito' },
      address: {
        ...body.address,
        floor: null,
        locality: null,
        reference: null,
        between_streets: null,
      },
      is_default: true,
      allows_pickup: true,
      priority: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      updated_at: made.created_at,
    })
    expect(await shop.client.locations.get({ params: { id: made.id } })).toEqual(made)
    expect(await shop.client.locations.list()).toEqual([made])
    expect(await shop.events()).toEqual(['location/created'])
  })

  test('name and address are required; of the address all but number, floor, locality and the two hints', async () => {
    expect((await refusal(shop.client.locations.create({ body: {} as LocationInput }))).body).toEqual({
      name: ["can't be blank"],
      address: ["can't be blank"],
    })
    const address = {} as LocationInput['address']
    expect((await refusal(create({ address }))).body).toEqual(
      Object.fromEntries(
        ['zipcode', 'street', 'city', 'province', 'region', 'country'].map(field => [
          `address.${field}`,
          ["can't be blank"],
        ]),
      ),
    )
    const nulls = await shop.request('POST', path(), { body: { name: null, address: { ...address, city: null } } })
    expect(nulls.body).toMatchObject({ name: ["can't be blank"], 'address.city': ["can't be blank"] })
    expect(await shop.events()).toEqual([])
  })

  test('a whole number for the zipcode, the number or the floor is taken as its digits', async () => {
    const numbers = { zipcode: 80010000, number: 100, floor: 3 }
    const digits = { zipcode: '80010000', number: '100', floor: '3' }
    const sent = { ...aLocation(), address: { ...aLocation().address, ...numbers } }
    const made = await shop.request('POST', path(), { body: sent })
    expect(made).toMatchObject({ status: 201, body: { address: digits } })
    const put = (address: object) => shop.request('PUT', path(`/${made.body.id}`), { body: { address } })
    expect(await put({ zipcode: 1416 })).toMatchObject({
      status: 200,
      body: { address: { ...digits, zipcode: '1416' } },
    })
    expectRefusal(await put({ street: 12 }), 422, 'B')
  })

  test('optional lines of the address are kept, and null or an empty text empties them', async () => {
    const lines = { number: '1', floor: '2', locality: 'Centro', reference: 'Blue door', between_streets: 'A and B' }
    const made = await create({ address: { ...aLocation().address, ...lines } })
    expect(made.address).toMatchObject(lines)
    const nulls = { number: null, floor: null, locality: null, reference: null, between_streets: null }
    const params = { id: made.id }
    const put = async (address: object) => (await shop.client.locations.update({ params, body: { address } })).address
    expect(await put(nulls)).toMatchObject(nulls)
    const blanks = { number: '', floor: '', locality: '', reference: '', between_streets: '' }
    await put(lines)
    expect(await put(blanks)).toMatchObject(nulls)
    expect((await create({ address: { ...aLocation().address, ...blanks } })).address).toMatchObject(nulls)
  })

  test('what the contract does not know is not kept', async () => {
    const { body } = await shop.request('POST', path(), {
      body: {
        ...aLocation(),
        id: 'mine',
        tags: ['online'],
        address: { ...aLocation().address, verified_at: 'x', code: 1 },
      },
    })
    expect(body.id).not.toBe('mine')
    expect(body).not.toHaveProperty('tags')
    expect(body.address).not.toHaveProperty('verified_at')
  })

  test('F34: a name as text is spread over the languages of the store, as locales', async () => {
    expect((await create({ name: 'Central' })).name).toEqual({ pt_BR: 'Central', es_AR: 'Central' })
    const argentine = await store({ server, world, country: 'AR', languages: ['pt', 'en'] })
    const made = await argentine.client.locations.create({ body: aLocation({ name: 'Central' }) })
    expect(made.name).toEqual({ es_AR: 'Central', pt_BR: 'Central', en_US: 'Central' })
    const mexican = await store({ server, world, country: 'MX', languages: [] })
    expect((await mexican.client.locations.create({ body: aLocation({ name: 'X' }) })).name).toEqual({ es_MX: 'X' })
  })

  test('F6: of a name as object each language is taken as it is, the others stay, and null drops one', async () => {
    const { id } = await create({ name: { pt_BR: 'Um', en_US: 'One' } })
    const { name } = await shop.client.locations.update({
      params: { id },
      body: { name: { es_AR: 'Uno', en_US: null } },
    })
    expect(name).toEqual({ pt_BR: 'Um', es_AR: 'Uno' })
  })

  test.each(['', '   ', {}, { pt_BR: '' }, { pt_BR: null }, { pt_BR: ' ', es_AR: null }])(
    'a name that says nothing is missing: %j',
    async name => {
      expect(await refusal(create({ name }))).toMatchObject({ status: 422, body: { name: ["can't be blank"] } })
      const { id } = await create()
      const refused = await refusal(shop.client.locations.update({ params: { id }, body: { name } }))
      expect(refused).toMatchObject({ status: 422, body: { name: ["can't be blank"] } })
    },
  )

  test('texts come back letter by letter; half a surrogate pair as the replacement character', async () => {
    for (const text of ['O\'Higgins "1" \\ <b>', 'São João \u{1f4e6}', '\u202eabc', 'a\nb\tc', 'x'.repeat(255)]) {
      expect((await create({ name: text })).name.pt_BR).toBe(text)
      const { address } = await create({ address: { ...aLocation().address, zipcode: text } })
      expect(address.zipcode).toBe(text)
    }
    expect((await create({ name: 'half \ud83d' })).name.pt_BR).toBe('half \ufffd')
  })
})

describe('catalog sheet 5.3: the endpoints', () => {
  test('GET one: 404 for what is not there, or is of another store', async () => {
    const other = await store({ server, world })
    const foreign = await other.client.locations.create({ body: aLocation() })
    const gone = await create()
    const last = await create()
    await shop.client.locations.delete({ params: { id: last.id } })
    for (const id of [foreign.id, last.id, gone.id.toLowerCase(), 'priorities2']) {
      expectRefusal(await shop.request('GET', path(`/${id}`)), 404, 'A', 'Location with such id does not exist')
    }
  })

  test('a location of another store can be neither changed nor deleted nor placed', async () => {
    const other = await store({ server, world })
    await other.client.locations.create({ body: aLocation() })
    const { id } = await other.client.locations.create({ body: aLocation() })
    const { a = '' } = await locations('a')
    expect((await shop.request('PUT', path(`/${id}`), { body: { name: 'Mine' } })).status).toBe(404)
    expect((await shop.request('DELETE', path(`/${id}`))).status).toBe(404)
    expect((await shop.request('PATCH', path(`/${id}/chosen-as-default`))).status).toBe(404)
    const body = [
      { id: a, priority: 1 },
      { id, priority: 0 },
    ]
    expectRefusal(await shop.request('PATCH', path('/priorities'), { body }), 422, 'B')
    expect((await other.client.locations.list()).map(({ name }) => name.pt_BR)).toEqual(['Depósito', 'Depósito'])
  })

  test('PUT: what is left out stays, inside the address too (F36)', async () => {
    const made = await create({ allows_pickup: true })
    const params = { id: made.id }
    const renamed = await shop.client.locations.update({ params, body: { name: 'New' } })
    expect(renamed).toEqual({ ...made, name: { pt_BR: 'New', es_AR: 'New' } })
    const moved = await shop.client.locations.update({ params, body: { address: { city: 'Recife' } } })
    expect(moved).toEqual({ ...renamed, address: { ...made.address, city: 'Recife' } })
    expect(await shop.events()).toEqual(['location/created', 'location/updated', 'location/updated'])
  })

  test('PUT takes back the blank lines of the location that a store got by itself, and blanks no other', async () => {
    await shop.client.products.create({ body: { name: 'Shirt', stock: 1 } })
    const [{ id } = { id: '' }] = await shop.client.locations.list()
    const made = await shop.client.locations.get({ params: { id } })
    const blank = { zipcode: '', street: '', city: '' }
    expect(made.address).toMatchObject(blank)
    const put = (body: object) => shop.request('PUT', path(`/${made.id}`), { body })
    expect(await put(made)).toMatchObject({ status: 200, body: made })
    const moved = { ...made, address: { ...made.address, street: 'Rua Augusta', city: 'São Paulo' } }
    expect(await put(moved)).toMatchObject({ status: 200, body: { address: moved.address } })
    const refused = await put({ address: blank })
    expectRefusal(refused, 422, 'B')
    expect(refused.body).toEqual({ 'address.street': ["can't be blank"], 'address.city': ["can't be blank"] })
    expectRefusal(await put({ address: { zipcode: null } }), 422, 'B')
    const address = { ...aLocation().address, ...blank }
    expect((await refusal(create({ address }))).body).toEqual({
      'address.zipcode': ["can't be blank"],
      'address.street': ["can't be blank"],
      'address.city': ["can't be blank"],
    })
    expect((await shop.client.locations.get({ params: { id: made.id } })).address).toEqual(moved.address)
  })

  test('null for what has a default counts as not sent: in a PUT it stays', async () => {
    const unsaid = { priority: null, is_default: null, allows_pickup: null }
    await create()
    const made = await shop.request('POST', path(), { body: { ...aLocation(), ...unsaid } })
    expect(made).toMatchObject({ status: 201, body: { priority: 1, is_default: false, allows_pickup: false } })
    const params = { id: made.body.id }
    const moved = await shop.client.locations.update({ params, body: { priority: 0, allows_pickup: true } })
    await shop.events()
    expect(await shop.client.locations.update({ params, body: unsaid })).toEqual(moved)
    expect(await shop.events()).toEqual([])
  })

  test('PUT takes back what GET gave', async () => {
    await create()
    const made = await create()
    await shop.events()
    const answer = await shop.request('PUT', path(`/${made.id}`), { body: made })
    expect(answer).toMatchObject({ status: 200, body: made })
    expect(await shop.events()).toEqual([])
  })

  test('updated_at moves when something changes, and only then', async () => {
    const { id, created_at } = await create()
    shop.world.advance(60_000)
    const put = (body: object) => shop.client.locations.update({ params: { id }, body })
    expect((await put({ allows_pickup: false })).updated_at).toBe(created_at)
    const changed = await put({ allows_pickup: true })
    expect(changed.created_at).toBe(created_at)
    expect(Date.parse(changed.updated_at) - Date.parse(created_at)).toBe(60_000)
    shop.world.advance(60_000)
    expect((await put({ allows_pickup: true })).updated_at).toBe(changed.updated_at)
    expect(await shop.events()).toEqual(['location/created', 'location/updated'])
  })

  test('PATCH with a JSON content type and no body is the action without fields', async () => {
    const { b = '' } = await locations('ab')
    for (const body of [undefined, '', '{}', '[]']) {
      const answer = await shop.server.inject({
        method: 'PATCH',
        url: path(`/${b}/chosen-as-default`),
        headers: { ...shop.headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(answer.statusCode).toBe(200)
    }
  })

  test('F10: inventory levels are an envelope, empty where there is no stock', async () => {
    const { id } = await create()
    const empty = { total: 0, page: 1, per_page: 30, results: [] }
    const get = (query = '') => shop.request('GET', path(`/${id}/inventory-levels${query}`))
    expect((await get()).body).toEqual(empty)
    expect((await get('?page=9&per_page=500&variant_id=7')).body).toEqual({ ...empty, page: 9, per_page: 200 })
    for (const id of [`1${'0'.repeat(21)}`, '9007199254740992']) {
      const refused = await get(`?variant_id=${id}`)
      expectRefusal(refused, 422, 'B')
      expect(refused.body).toEqual({ variant_id: ['must be at most 9007199254740991'] })
    }
    expectRefusal(
      await shop.request('GET', path('/none/inventory-levels')),
      404,
      'A',
      'Location with such id does not exist',
    )
  })

  test('F35: a store has at most 1000 locations', async () => {
    const { id } = await create()
    await shop.db.run(sql`
      insert into locations (store_id, id, name, address, allows_pickup, priority, created_at, updated_at)
      select store_id, '01' || lpad(n::text, 24, '0'), name, address, allows_pickup, n, created_at, updated_at
        from locations, generate_series(1, 999) n
       where store_id = ${shop.id} and id = ${id}`)
    await shop.events()
    const refused = await refusal(create())
    expect(refused.body).toEqual({
      code: 422,
      message: 'Unprocessable Entity',
      description: 'Store has reached maximum limit of 1000 allowed locations',
    })
    expect(await shop.events()).toEqual([])
    await shop.client.locations.delete({ params: { id: `01${'500'.padStart(24, '0')}` } })
    expect(await create()).toMatchObject({ priority: 999 })
  })
})

describe('D40, D41: priority and default at POST', () => {
  test('the first location is the default with priority 0, whatever was asked for', async () => {
    expect(await create({ priority: 7 })).toMatchObject({ priority: 0, is_default: true })
  })

  test('F35: it is so even where it was not to be', async () => {
    expect(await create({ is_default: false, priority: 1 })).toMatchObject({ priority: 0, is_default: true })
  })

  test.each([
    ['without either, last', {}, 'abcX', []],
    ['is_default false, last', { is_default: false }, 'abcX', []],
    ['priority 0, first and default', { priority: 0 }, 'Xabc', ['updated a', 'updated b', 'updated c']],
    ['priority 1', { priority: 1 }, 'aXbc', ['updated b', 'updated c']],
    ['the last priority', { priority: 3 }, 'abcX', []],
    ['past the end, last', { priority: 99 }, 'abcX', []],
    ['the largest priority there is, last', { priority: 2_147_483_647 }, 'abcX', []],
    ['is_default, first', { is_default: true }, 'Xabc', ['updated a', 'updated b', 'updated c']],
    [
      'is_default against priority, first',
      { is_default: true, priority: 2 },
      'Xabc',
      ['updated a', 'updated b', 'updated c'],
    ],
  ] as const)('%s', async (_title, change, after, events) => {
    const ids = await locations('abc')
    const made = await create({ name: 'X', ...change })
    expect(made.priority).toBe(after.indexOf('X'))
    expect(await order()).toBe(after)
    expect(await told(ids)).toEqual(['created new', ...events])
  })

  test.each([-1, 1.5, '1.5', 'first', 2_147_483_648])('priority %j is refused', async priority => {
    await locations('a')
    const answer = await shop.request('POST', path(), { body: { ...aLocation(), priority } })
    expectRefusal(answer, 422, 'B')
    expect(Object.keys(answer.body)).toEqual(['priority'])
    expect(await shop.events()).toEqual([])
  })
})

describe('D41: priority and default at PUT', () => {
  test.each([
    ['b', { priority: 0 }, 'bacd', ['updated a', 'updated b']],
    ['d', { priority: 0 }, 'dabc', ['updated a', 'updated b', 'updated c', 'updated d']],
    ['a', { priority: 2 }, 'bcad', ['updated a', 'updated b', 'updated c']],
    ['a', { priority: 99 }, 'bcda', ['updated a', 'updated b', 'updated c', 'updated d']],
    ['b', { priority: 1 }, 'abcd', []],
    ['d', { priority: 99 }, 'abcd', []],
    ['c', { is_default: true }, 'cabd', ['updated a', 'updated b', 'updated c']],
    ['c', { is_default: true, priority: 3 }, 'cabd', ['updated a', 'updated b', 'updated c']],
    ['a', { is_default: true }, 'abcd', []],
    ['c', { is_default: false }, 'abcd', []],
    ['b', { priority: 2, allows_pickup: true }, 'acbd', ['updated b', 'updated c']],
    ['b', { allows_pickup: true }, 'abcd', ['updated b']],
    ['b', {}, 'abcd', []],
  ] as const)('%s with %j gives %s', async (letter, body, after, events) => {
    const ids = await locations('abcd')
    const changed = await shop.client.locations.update({ params: { id: ids[letter] ?? '' }, body })
    expect(changed.priority).toBe(after.indexOf(letter))
    expect(await order()).toBe(after)
    expect(await told(ids)).toEqual(events)
  })

  test('is_default false on the default is refused, whatever else is asked for', async () => {
    const { a = '' } = await locations('ab')
    for (const body of [{ is_default: false }, { is_default: false, name: 'New', priority: 1 }]) {
      const refused = await refusal(shop.client.locations.update({ params: { id: a }, body }))
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body)).toEqual(['is_default'])
    }
    expect(await order()).toBe('ab')
    expect(await shop.events()).toEqual([])
  })
})

describe('D41: chosen-as-default', () => {
  test('takes the title from the old one; those before move down by one', async () => {
    const ids = await locations('abcd')
    const chosen = await shop.client.locations.chooseDefault({ params: { id: ids.c ?? '' } })
    expect(chosen).toMatchObject({ id: ids.c, is_default: true, priority: 0 })
    expect(await order()).toBe('cabd')
    expect(await told(ids)).toEqual(['updated a', 'updated b', 'updated c'])
  })

  test('on the default itself it is 200 and changes nothing', async () => {
    const { a = '' } = await locations('ab')
    const before = await shop.client.locations.get({ params: { id: a } })
    shop.world.advance(60_000)
    expect(await shop.client.locations.chooseDefault({ params: { id: a } })).toEqual(before)
    expect(await shop.events()).toEqual([])
  })

  test('on what is not there it is 404', async () => {
    expectRefusal(await shop.request('PATCH', path('/none/chosen-as-default')), 404, 'A')
  })
})

describe('D42: PATCH priorities', () => {
  /** `d0 a2` as the body of the request. */
  const parse = (ids: Record<string, string>, text: string) =>
    text.split(' ').map(part => ({ id: ids[part[0] ?? ''] ?? part, priority: Number(part.slice(1)) }))

  test.each([
    ['a0 b1 c2 d3', 'abcd', 'a0 b1 c2 d3', ''],
    ['d0 c1 b2 a3', 'dcba', 'd0 c1 b2 a3', 'abcd'],
    ['d0 a2', 'dbac', 'd0 a2', 'acd'],
    ['b0', 'bacd', 'b0', 'ab'],
    ['a3', 'bcda', 'a3', 'abcd'],
    ['a9', 'bcda', 'a3', 'abcd'],
    ['a9 b7', 'cdba', 'a3 b2', 'abcd'],
    ['c1 a0', 'acbd', 'c1 a0', 'bc'],
    ['a0', 'abcd', 'a0', ''],
    ['d3 c9', 'abdc', 'd2 c3', 'cd'],
  ])('%s gives %s', async (text, after, answered, moved) => {
    const ids = await locations('abcd')
    const answer = await shop.client.locations.prioritize({ body: parse(ids, text) })
    expect(answer).toEqual(parse(ids, answered))
    expect(await order()).toBe(after)
    expect(await told(ids)).toEqual([...moved].map(letter => `updated ${letter}`))
  })

  test.each([
    ['an unknown id', 'a1 x0', '1.id'],
    ['a repeated id', 'a1 a2', '1.id'],
    ['a repeated priority', 'a1 b1', '1.priority'],
    ['a priority repeated past the end', 'a9 b9', '1.priority'],
    ['a negative priority', 'a1 b-1', '1.priority'],
    ['half a priority', 'a1.5', '0.priority'],
  ])('%s: all or nothing', async (_title, text, field) => {
    const ids = await locations('abc')
    const answer = await shop.request('PATCH', path('/priorities'), { body: parse(ids, text) })
    expectRefusal(answer, 422, 'B')
    expect(Object.keys(answer.body)).toEqual([field])
    expect(await order()).toBe('abc')
    expect(await shop.events()).toEqual([])
  })

  test('an empty array, an object, and more than 1000 are refused', async () => {
    const { a = '' } = await locations('a')
    const many = Array.from({ length: 1001 }, () => ({ id: a, priority: 0 }))
    for (const body of [[], {}, { id: a, priority: 0 }, many, 'text', null]) {
      expectRefusal(await shop.request('PATCH', path('/priorities'), { body: JSON.stringify(body) }), 422, 'B')
    }
    expectRefusal(await shop.request('PATCH', path('/priorities')), 422, 'B')
  })

  test('a location named priorities would not be hidden: literal segments win', async () => {
    await locations('ab')
    expect((await shop.request('GET', path('/priorities'))).status).toBe(405)
  })
})

describe('D43: DELETE', () => {
  test('204 without a body; the others are renumbered and told of', async () => {
    const ids = await locations('abcd')
    const answer = await shop.request('DELETE', path(`/${ids.b}`))
    expect(answer).toMatchObject({ status: 204, body: '' })
    expect(answer.headers['content-type']).toBeUndefined()
    expect(await order()).toBe('acd')
    expect(await told(ids)).toEqual(['deleted b', 'updated c', 'updated d'])
    expect((await shop.request('DELETE', path(`/${ids.b}`))).status).toBe(404)
  })

  test('the last in the order goes alone', async () => {
    const ids = await locations('abc')
    await shop.client.locations.delete({ params: { id: ids.c ?? '' } })
    expect(await told(ids)).toEqual(['deleted c'])
  })

  test('the default location stays, also as the only one', async () => {
    const { a = '' } = await locations('a')
    const refused = async () => {
      const answer = await shop.request('DELETE', path(`/${a}`))
      expectRefusal(answer, 422, 'A', 'The default location cannot be deleted')
    }
    await refused()
    await create()
    await refused()
    expect(await shop.events()).toEqual(['location/created'])
  })
})

describe('stores do not see each other', () => {
  test('lists, totals and priorities are of one store', async () => {
    const other = await store({ server, world })
    await other.client.locations.create({ body: aLocation() })
    await locations('ab')
    const list: Location[] & { total: number } = await shop.client.locations.list()
    expect(list.total).toBe(2)
    expect(new Set(list.map(({ store_id }) => store_id))).toEqual(new Set([String(shop.id)]))
    expect(await other.events()).toEqual(['location/created'])
  })
})
