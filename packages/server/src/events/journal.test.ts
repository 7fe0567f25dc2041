import { beforeAll, describe, expect, test } from 'vitest'
import { dispatcherOf, obliging } from '../testing/receiver.ts'
import { aLocation, store, type TestStore } from '../testing/store.ts'
import { emit } from './index.ts'

let of: TestStore
beforeAll(async () => {
  of = await store()
})

const told = () => dispatcherOf(of, { outbound: obliging }).tick()
const get = async (query = '', headers = {}) => {
  const { status, body } = await of.request('GET', `/v1/${of.id}/events${query}`, { headers })
  expect(status).toBe(200)
  return body
}

describe('contract: webhooks 9: the journal', () => {
  test('lists what happened, numbered from 1, each as it is sent to webhooks', async () => {
    const { id } = await of.client.locations.create({ body: aLocation() })
    const { id: product } = await of.client.products.create({ body: { name: 'Shirt' } })
    await told()
    expect(await get()).toEqual([
      {
        id: 1,
        event: 'location/created',
        created_at: expect.stringMatching(/\+0000$/),
        notification: { store_id: of.id, event: 'location/created', id },
      },
      {
        id: 2,
        event: 'product/created',
        created_at: expect.stringMatching(/\+0000$/),
        notification: { store_id: of.id, event: 'product/created', id: product },
      },
    ])
  })

  test('goes on after the number that was read last', async () => {
    for (let id = 1; id <= 250; id++)
      await of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', { id }))
    await told()
    const seen: number[] = []
    for (let since = 2; ; ) {
      const page = await get(`?since=${since}&per_page=100`)
      if (page.length === 0) break
      seen.push(...page.map(({ notification }: { notification: { id: number } }) => notification.id))
      since = page.at(-1).id
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, i) => i + 1))
    expect(await get('?since=2')).toHaveLength(30)
    expect(await get('?since=2&per_page=999')).toHaveLength(200)
    expect(await get('?since=99999')).toEqual([])
  })

  test('shows an app what it could register webhooks for, and no more', async () => {
    const names = async (headers: object) =>
      new Set((await get('?per_page=200', headers)).map((one: { event: string }) => one.event))
    const only = { authentication: `bearer ${await of.tokenWith(['read_locations'])}` }
    expect(await names(only)).toEqual(new Set(['location/created']))
    const none = { authentication: `bearer ${await of.tokenWith([])}` }
    expect(await names(none)).toEqual(new Set())
    await of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'app/suspended', { id: of.appId }))
    await told()
    expect(await names(none)).toEqual(new Set())
    expect((await get('?since=252')).map((one: { event: string }) => one.event)).toEqual(['app/suspended'])
  })

  test('of another store is not seen', async () => {
    const other = await store({ server: of.server })
    expect((await other.request('GET', `/v1/${other.id}/events`)).body).toEqual([])
  })
})
