import { beforeAll, describe, expect, test } from 'vitest'
import { emit } from '../events/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { oldDeliveries } from '../testing/old-deliveries.ts'
import { shop } from '../testing/products.ts'
import { dispatcherOf, receiver, type TestReceiver } from '../testing/receiver.ts'
import type { TestStore } from '../testing/store.ts'
import { replayChosen } from './index.ts'

let of: TestStore
let target: TestReceiver
let webhook: { webhook_id: number }
beforeAll(async () => {
  of = await shop()
  target = await receiver()
  const { id } = await of.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
  webhook = { webhook_id: id }
  // Orders 1 to 3 arrive; 4 and 5 do not, 5 an hour after the others; 6 is to be tried again.
  target.answer = (response, { body }) => response.writeHead(body.id < 4 ? 200 : 500).end(`answer ${body.id}`)
  for (const order of [1, 2, 3, 4]) {
    await happen(order)
    await dispatcherOf(of).tick()
  }
  of.world.advance(3_600_000)
  await happen(5)
  await dispatcherOf(of).tick()
  await happen(6)
  await dispatcherOf(of, { schedule: [600] }).tick()
  target.received.length = 0
  target.answer = response => response.end('ok')
})

const happen = (id: number) => of.db.tx(async tx => emit(tx, of.id, of.world.now(), 'order/created', { id }))

const list = async (query: object = {}) => {
  const found = await of.client.deliveries.list({ params: webhook, query })
  return found.map(({ notification }) => notification.id)
}
const ordersTold = async () => {
  await dispatcherOf(of).tick()
  return target.received.splice(0).map(({ body }) => body.id)
}

describe('contract: webhooks 8: the log', () => {
  test('lists the newest first, with all that was tried', async () => {
    expect(await list()).toEqual([6, 5, 4, 3, 2, 1])
    const [newest] = await of.client.deliveries.list({ params: webhook, query: { per_page: 1 } })
    expect(newest).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...webhook,
      event: 'order/created',
      event_id: 6,
      status: 'pending',
      attempts: [
        {
          at: expect.stringMatching(/\+0000$/),
          status_code: 500,
          error: null,
          duration_ms: expect.any(Number),
          response: 'answer 6',
        },
      ],
      notification: { store_id: of.id, event: 'order/created', id: 6 },
      created_at: expect.stringMatching(/\+0000$/),
      next_attempt_at: expect.stringMatching(/\+0000$/),
    })
  })

  test.each([
    ['pending', [6]],
    ['failed', [5, 4]],
    ['delivered', [3, 2, 1]],
  ])('is filtered by status: %s', async (status, orders) => {
    expect(await list({ status })).toEqual(orders)
  })

  test('gives one delivery, and 404 for what is not of this webhook or app', async () => {
    const [newest] = await of.client.deliveries.list({ params: webhook })
    const path = `/v1/${of.id}/webhooks/${webhook.webhook_id}/deliveries/${newest?.id}`
    expect((await of.request('GET', path)).body).toEqual(newest)
    const headers = { authentication: `bearer ${await of.tokenWith(['read_orders'])}` }
    expect((await of.request('GET', path, { headers })).status).toBe(404)
    expect((await of.request('POST', `${path}/replay`, { headers })).status).toBe(404)
    const list = `/v1/${of.id}/webhooks/${webhook.webhook_id}/deliveries`
    expect((await of.request('GET', list, { headers })).status).toBe(404)
    expect((await of.request('POST', `${list}/replay`, { headers })).status).toBe(404)
    const other = await of.client.webhooks.create({ body: { event: 'order/paid', url: target.url } })
    const elsewhere = `/v1/${of.id}/webhooks/${other.id}/deliveries/${newest?.id}`
    expect((await of.request('GET', elsewhere)).status).toBe(404)
    expect((await of.request('POST', `${elsewhere}/replay`)).status).toBe(404)
  })
})

describe('contract: webhooks 8: sending again', () => {
  const find = async (order: number) => {
    const found = await of.client.deliveries.list({ params: webhook })
    return found.find(({ notification }) => notification.id === order) as { id: string }
  }

  test('one delivery, with the same id and body, whatever became of it', async () => {
    const { id } = await find(2)
    const replayed = await of.client.deliveries.replay({ params: { ...webhook, id } })
    expect(replayed).toMatchObject({ id, status: 'pending', attempts: [{ status_code: 200 }] })
    await dispatcherOf(of).tick()
    expect(target.received.map(({ headers, raw }) => [headers['webhook-id'], raw])).toEqual([
      [id, `{"store_id":${of.id},"event":"order/created","id":2}`],
    ])
    target.received.length = 0
    const after = await of.client.deliveries.get({ params: { ...webhook, id } })
    expect(after).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }, { status_code: 200 }] })
  })

  test('one that waits for its next attempt goes at once', async () => {
    const { id } = await find(6)
    await of.client.deliveries.replay({ params: { ...webhook, id } })
    expect(await ordersTold()).toEqual([6])
  })

  test('all that failed since a time, or ever', async () => {
    const since = new Date(of.world.now().getTime() - 60_000).toISOString()
    expect(await of.client.deliveries.replayFailed({ params: webhook, body: { since } })).toEqual({ replayed: 1 })
    expect(await ordersTold()).toEqual([5])
    expect(await of.client.deliveries.replayFailed({ params: webhook, body: {} })).toEqual({ replayed: 1 })
    expect(await ordersTold()).toEqual([4])
    expect(await of.client.deliveries.replayFailed({ params: webhook, body: {} })).toEqual({ replayed: 0 })
    expect(await list({ status: 'failed' })).toEqual([])
  })

  test('has the whole schedule before it', async () => {
    target.answer = response => response.writeHead(500).end()
    const { id } = await find(1)
    await of.client.deliveries.replay({ params: { ...webhook, id } })
    await dispatcherOf(of, { schedule: [0, 0] }).tick()
    expect(target.received.splice(0)).toHaveLength(3)
    target.answer = response => response.end()
  })

  test('is seen beside the attempts before it, of which the last fifty are kept', async () => {
    const { id } = await find(3)
    await of.db.run(sql`
      update deliveries d set attempts = (select jsonb_agg(jsonb_set(d.attempts -> 0, '{response}', to_jsonb('try ' || n)))
                                            from generate_series(1, 50) n)
       where store_id = ${of.id} and id = ${id}`)
    target.answer = response => response.end('the last')
    await of.client.deliveries.replay({ params: { ...webhook, id } })
    await dispatcherOf(of).tick()
    const { attempts } = await of.client.deliveries.get({ params: { ...webhook, id } })
    expect(attempts).toHaveLength(50)
    expect([attempts.at(0)?.response, attempts.at(-1)?.response]).toEqual(['try 2', 'the last'])
    target.received.length = 0
  })

  test('a great many are sent again in portions, each once', async () => {
    const other = await shop()
    for (const count of [7000, 8000]) {
      const { id } = await other.client.webhooks.create({ body: { event: 'order/created', url: target.url } })
      await oldDeliveries(other.db, other.id, id, count)
    }
    const ofOther = sql`deliveries where store_id = ${other.id}`
    await other.db.run(sql`update deliveries set status = 'failed', tries = 16 where store_id = ${other.id}`)
    const portions: number[] = []
    const counting = (tx: Tx): Tx => ({
      ...tx,
      run: async query => {
        const count = await tx.run(query)
        portions.push(count)
        return count
      },
    })
    // All of them, also those that the portion before has made pending.
    const sent = await other.db.tx(tx => replayChosen(counting(tx), other.id, { isFailed: false }))
    expect({ sent, portions }).toEqual({ sent: 15_000, portions: [10_000, 5000, 1] })
    expect(await other.db.run(sql`select 1 from ${ofOther} and status = 'pending' and tries = 0`)).toBe(15_000)
    await other.db.run(sql`delete from ${ofOther}`)
  })
})
