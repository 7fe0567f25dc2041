/** Orders that are read at the same time are asked together: each reader sees what it would see alone. */
import type { Order, Scope } from '@bodega/api'
import { expect, test } from 'vitest'
import { stocked } from '../testing/orders.ts'
import { store } from '../testing/store.ts'

test('callers with other rights, versions and wishes at once: none sees more or less than alone', async () => {
  const shop = await stocked([[50, 50]])
  const orders: Order[] = []
  for (let i = 0; i < 5; i++)
    orders.push(await shop.place({ customer: { email: `ana${i}@shop.example`, name: 'Ana' } }))
  const scopes: Scope[][] = [
    ['read_orders'],
    ['read_orders', 'read_customers'],
    ['read_orders', 'read_fulfillment_orders'],
  ]
  const tokens = await Promise.all(scopes.map(some => shop.tokenWith(some)))
  const asked = tokens.flatMap(token =>
    ['v1', '2025-03'].flatMap(version =>
      [
        '',
        '?aggregates=fulfillment_orders',
        '?aggregates=allocation',
        '?aggregates=custom_fields',
        '?aggregates=custom_fields,allocation',
      ].flatMap(query =>
        [...orders.map(({ id }) => id), 999_999].map(id => ({
          token,
          path: `/${version}/${shop.id}/orders/${id}${query}`,
        })),
      ),
    ),
  )
  const ask = async ({ token, path }: (typeof asked)[number]) => {
    const { status, body, headers } = await shop.request('GET', path, {
      headers: { authentication: `bearer ${token}` },
    })
    return { path, status, body, etag: headers.etag }
  }
  const alone = []
  for (const one of asked) alone.push(await ask(one))
  expect(await Promise.all(asked.map(ask))).toEqual(alone)
  expect(new Set(alone.map(({ body }) => JSON.stringify(body))).size).toBeGreaterThan(5 * 6)
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 404]))
})

test('an order of another store is not found, whoever reads it in the same moment', async () => {
  const shop = await stocked([[5]])
  const { id } = await shop.place()
  const other = await store({ server: shop.server })
  const [own, foreign] = await Promise.all([
    shop.request('GET', `/v1/${shop.id}/orders/${id}`),
    other.request('GET', `/v1/${other.id}/orders/${id}`),
  ])
  expect([own.status, foreign.status]).toEqual([200, 404])
})

test.each(['fulfillment_orders', 'allocation', 'custom_fields', 'custom_fields,allocation'])(
  'D12: the tag of an order that was read with aggregates=%s holds in If-Match until the order changes',
  async aggregates => {
    const shop = await stocked([
      [1, 0],
      [0, 1],
    ])
    const { id } = await shop.place()
    const path = `/v1/${shop.id}/orders/${id}`
    const { etag } = (await shop.request('GET', `${path}?aggregates=${aggregates}`)).headers
    const seen = { headers: { 'if-none-match': String(etag) } }
    const change = (owner_note: string) =>
      shop.request('PUT', path, { body: { owner_note }, headers: { 'if-match': String(etag) } })
    expect((await shop.request('GET', `${path}?aggregates=${aggregates}`, seen)).status).toBe(304)
    expect((await shop.request('GET', path, seen)).status).toBe(200)
    expect((await change('first')).status).toBe(200)
    expect((await change('second')).status).toBe(412)
    expect((await shop.request('GET', `${path}?aggregates=${aggregates}`, seen)).status).toBe(200)
  },
)
