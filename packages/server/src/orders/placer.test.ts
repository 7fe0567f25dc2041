/** D11 where orders are placed together: each key is answered once, whoever it shares its transaction with. */
import { expect, test } from 'vitest'
import { type OrderShop, orderly, stocked } from '../testing/orders.ts'
import { app } from '../testing/store.ts'

interface Given {
  key?: string
  quantity?: number
}

/** All at once, in turn at each of the servers: what comes together is placed together. */
async function post(of: OrderShop, wanted: readonly Given[], count = 1) {
  const servers = await Promise.all(Array.from({ length: count }, () => app()))
  const answers = wanted.map(async ({ key, quantity = 1 }, i) => {
    const answer = await servers[i % count]?.inject({
      method: 'POST',
      url: `/v1/${of.id}/orders`,
      headers: { ...of.headers, 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
      payload: JSON.stringify({ products: [{ variant_id: of.variants[0], quantity }] }),
    })
    return {
      status: answer?.statusCode ?? 0,
      text: answer?.body ?? '',
      isReplayed: answer?.headers['idempotency-replayed'] === 'true',
    }
  })
  return Promise.all(answers)
}

const idOf = ({ text }: { text: string }): number => JSON.parse(text).id

test('a sale with a key for every order sells what is there, and answers each again as before', {
  timeout: 120_000,
}, async () => {
  const of = await stocked([[60], [40]])
  const wanted = Array.from({ length: 500 }, (_, i) => ({ key: `order ${i}` }))
  const first = await post(of, wanted, 4)
  expect(first.filter(({ status }) => status === 201)).toHaveLength(100)
  expect(first.filter(({ status }) => status === 422)).toHaveLength(400)
  const placed = wanted.filter((_, i) => first[i]?.status === 201)
  const again = await post(of, placed, 4)
  expect(again.map(({ text }) => text)).toEqual(first.filter(({ status }) => status === 201).map(({ text }) => text))
  expect(again.every(({ isReplayed }) => isReplayed)).toBe(true)
  expect((await of.client.orders.list()).total).toBe(100)
  expect(await of.stock()).toEqual([[0], [0]])
  await orderly(of)
})

test('of many at once with one key, at one server or at several, one is placed', async () => {
  const of = await stocked([[100]])
  for (const [key, servers] of [
    ['one', 1],
    ['three', 3],
  ] as const) {
    const wanted = Array.from({ length: 30 }, (_, i) => (i % 3 === 2 ? {} : { key }))
    const answers = await post(of, wanted, servers)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const keyed = answers.filter((_, i) => wanted[i]?.key)
    expect(new Set(keyed.map(({ text }) => text)).size).toBe(1)
    expect(keyed.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(answers.map(idOf)).size).toBe(11)
  }
  expect(await of.stock()).toEqual([[100 - 22]])
  await orderly(of)
})

test('a key that was refused is free again, and one that was used otherwise is refused alone', async () => {
  const of = await stocked([[3]])
  const wanted = [{ key: 'a' }, { key: 'b', quantity: 5 }, {}, { key: 'c' }]
  expect((await post(of, wanted)).map(({ status }) => status)).toEqual([201, 422, 201, 201])
  const kept = await of.client.variants.setStock({
    params: { product_id: of.products[0] ?? 0 },
    body: { action: 'replace', value: 9 },
  })
  expect(kept).toHaveLength(1)
  const later = await post(of, [{ key: 'a', quantity: 2 }, { key: 'b', quantity: 5 }, { key: 'c' }, {}])
  expect(later.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
    [422, false],
    [201, false],
    [201, true],
    [201, false],
  ])
  expect(JSON.parse(later[0]?.text ?? '')).toEqual({
    'Idempotency-Key': ['was used for another request within the last 24 hours'],
  })
  expect(await of.stock()).toEqual([[3]])
  await orderly(of)
})
