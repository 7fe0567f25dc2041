/** What the tree keeps when it is as large as it can be, and when several change it at once. */
import { describe, expect, test } from 'vitest'
import { chain, change, ids, journalOf, kill, make, read, verified } from '../testing/categories.ts'
import { callOf, meet } from '../testing/locks.ts'
import { store, type TestStore } from '../testing/store.ts'
import { create, remove, update } from './categories.ts'

const settled = async (calls: Promise<unknown>[]) => {
  const results = await Promise.allSettled(calls)
  return results.map(result => (result.status === 'fulfilled' ? 'done' : result.reason))
}

/** A hundred levels in one transaction, as a hundred requests would make them one by one. */
const hundredBelow = (shop: TestStore, top: number | null): Promise<number[]> =>
  shop.db.tx(async tx => {
    const made: number[] = []
    for (let level = 0; level < 100; level++) {
      const { json } = await create(callOf(shop, tx), { name: `Nivel ${level}`, parent: made.at(-1) ?? top })
      made.push(JSON.parse(json).id)
    }
    return made
  })

const limit = {
  status: 422,
  body: {
    code: 422,
    message: 'Unprocessable Entity',
    description: 'Store has reached maximum limit of 1000 allowed categories',
  },
}

test('catalog sheet 4.2: a chain of 1000 levels is made, read, hidden at the root and cut in the middle; there is no 1001st', async () => {
  const shop = await store()
  const told = journalOf(shop)
  const made: number[] = []
  for (let hundred = 0; hundred < 10; hundred++) made.push(...(await hundredBelow(shop, made.at(-1) ?? null)))
  const [root = 0, last = 0] = [made[0], made[999]]
  expect(await read(shop, last)).toMatchObject({ parent: made[998], subcategories: [] })
  expect((await shop.client.categories.list({ query: { per_page: 200, page: 5 } })).map(({ id }) => id)).toEqual(
    made.slice(800),
  )
  await told()

  await change(shop, root, { visibility: 'hidden' })
  expect(await told()).toEqual(made.map(id => `updated ${id}`))
  expect(await read(shop, last)).toMatchObject({ visibility: 'soft-hidden' })
  await expect(change(shop, root, { parent: last })).rejects.toMatchObject({ status: 422, body: { parent: [/./] } })
  await verified(shop)

  const more = () => make(shop, { name: 'Uno más', parent: last })
  await expect(more()).rejects.toMatchObject(limit)
  expect(await told()).toEqual([])

  const middle = made[500] ?? 0
  await kill(shop, middle)
  expect(await told()).toEqual([`deleted ${middle}`, `updated ${made[499]}`, `updated ${made[501]}`])
  expect(await read(shop, made[501] ?? 0)).toMatchObject({ parent: made[499], visibility: 'soft-hidden' })

  await kill(shop, made[700] ?? 0)
  await kill(shop, made[701] ?? 0)
  const results = await settled(Array.from({ length: 20 }, more))
  expect(results.filter(result => result === 'done')).toHaveLength(3)
  for (const result of results.filter(one => one !== 'done')) expect(result).toMatchObject(limit)
  expect((await shop.client.categories.list()).total).toBe(1000)
  expect((await read(shop, last)).subcategories).toHaveLength(3)
  await verified(shop)
}, 180_000)

describe('D32: moves that meet', () => {
  test('A goes below B while B goes below A: one is refused', async () => {
    const shop = await store()
    for (let round = 0; round < 10; round++) {
      const [a, b] = ids([await make(shop, { name: 'a' }), await make(shop, { name: 'b' })]) as [number, number]
      const results = await settled([change(shop, a, { parent: b }), change(shop, b, { parent: a })])
      expect(results.toSorted((one, other) => (one === 'done' ? -1 : other === 'done' ? 1 : 0))).toEqual([
        'done',
        expect.objectContaining({ status: 422, body: { parent: ['cannot be a category below this one'] } }),
      ])
    }
    await verified(shop)
  })

  /** A above D, and B above C: each move is fine alone, both together make a circle, and no row is in both. */
  async function twoPairs(shop: TestStore) {
    const [a, d] = ids(await chain(shop, 'a', 'd')) as [number, number]
    const [b, c] = ids(await chain(shop, 'b', 'c')) as [number, number]
    return { a, b, c, d }
  }

  test('the second waits for the first and sees what it did', async () => {
    const shop = await store()
    const { a, b, c, d } = await twoPairs(shop)
    const second = await meet(
      shop.db,
      tx => update(callOf(shop, tx), b, { parent: d }),
      () => shop.request('PUT', `/v1/categories/${a}`, { body: { parent: c } }),
    )
    expect(second).toMatchObject({ status: 422, body: { parent: [expect.any(String)] } })
    await verified(shop)
  })

  test('also when it was asked for with If-Match, by a tag that is still right (D12)', async () => {
    const shop = await store()
    const { a, b, c, d } = await twoPairs(shop)
    const { etag = '' } = (await shop.request('GET', `/v1/categories/${a}`)).headers
    const second = await meet(
      shop.db,
      tx => update(callOf(shop, tx), b, { parent: d }),
      () => shop.request('PUT', `/v1/categories/${a}`, { headers: { 'if-match': etag }, body: { parent: c } }),
    )
    expect(second).toMatchObject({ status: 422, body: { parent: [expect.any(String)] } })
    await verified(shop)
  })

  test('a category that is deleted meanwhile is no parent any more', async () => {
    const shop = await store()
    const [a, b] = ids([await make(shop, { name: 'a' }), await make(shop, { name: 'b' })]) as [number, number]
    const second = await meet(
      shop.db,
      tx => remove(callOf(shop, tx), b, async () => {}),
      () => shop.request('PUT', `/v1/categories/${a}`, { body: { parent: b } }),
    )
    expect(second).toMatchObject({ status: 422, body: { parent: ['Category with such id does not exist'] } })
    await verified(shop)
  })

  test('what is made below a category that is hidden meanwhile is soft-hidden', async () => {
    const shop = await store()
    const { id } = await make(shop, { name: 'a' })
    const second = await meet(
      shop.db,
      tx => update(callOf(shop, tx), id, { visibility: 'hidden' }),
      () => make(shop, { name: 'b', parent: id }),
    )
    expect(second.visibility).toBe('soft-hidden')
    await verified(shop)
  })

  test('a change with a tag that goes stale while it waits is 412 (D12)', async () => {
    const shop = await store()
    const { id } = await make(shop, { name: 'a' })
    const { etag = '' } = (await shop.request('GET', `/v1/categories/${id}`)).headers
    const second = await meet(
      shop.db,
      tx => create(callOf(shop, tx), { name: 'b', parent: id }),
      () => shop.request('DELETE', `/v1/categories/${id}`, { headers: { 'if-match': etag } }),
    )
    expect(second.status).toBe(412)
    await verified(shop)
  })

  test('many random writes at once leave a forest whose documents are right, and tell of each change once', async () => {
    const shop = await store()
    const told = journalOf(shop)
    const made = ids(await Promise.all(Array.from({ length: 12 }, (_, i) => make(shop, { name: `c${i}` }))))
    const any = () => made[Math.floor(Math.random() * made.length)] ?? 0
    const acts = [
      () => change(shop, any(), { parent: any() }),
      () => change(shop, any(), { parent: any() }),
      () => change(shop, any(), { parent: null }),
      () => change(shop, any(), { visibility: Math.random() < 0.5 ? 'hidden' : 'visible' }),
      () => change(shop, any(), { name: `n${Math.floor(Math.random() * 5)}`, handle: null }),
      () => make(shop, { name: 'n1', parent: any() }),
      () => kill(shop, any()),
    ]
    const results = await settled(Array.from({ length: 120 }, (_, i) => acts[i % acts.length]?.() ?? Promise.resolve()))
    for (const result of results) {
      if (result !== 'done') expect([404, 422]).toContain(result.status)
    }
    await verified(shop)
    const lines = await told()
    const births = lines.filter(line => line.startsWith('created')).length
    const deaths = lines.filter(line => line.startsWith('deleted')).length
    expect((await shop.client.categories.list()).total).toBe(births - deaths)
    expect(deaths).toBeGreaterThan(0)
  })
})
