/** What clients of a store do all day, at any of the servers, from a seed. Whatever they are told goes into the memory. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@bodega/api'
import { clientOf } from '../src/testing/process.ts'
import { createInstaller } from './apps.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { Answer, Memory, OrderRecord } from './memory.ts'
import { type Goods, lanes, type Shop } from './shop.ts'

const patience = 12_000
/** Stands for any of the servers. */
const anywhere = 'http://anywhere'

/** `fetch` that goes to one of the servers, another each time, and does not wait for ever. */
export const fetchAny =
  (urls: readonly string[], chance: Chance): typeof fetch =>
  (input, init) =>
    fetch(String(input).replace(anywhere, chance.choose(urls)), { ...init, signal: AbortSignal.timeout(patience) })

export interface TrafficOptions {
  urls: readonly string[]
  seed: number
  shop: Shop
  memory: Memory
  /** Where webhooks may go. */
  receivers: readonly string[]
}

/** Begins, and goes on until it is stopped. */
export function startTraffic(options: TrafficOptions) {
  let isOver = false
  const running = Array.from({ length: lanes }, async (_, lane) => {
    const work = createWork(options, lane)
    while (!isOver) await work()
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** What one client does next. */
function createWork({ urls, seed, shop, memory, receivers }: TrafficOptions, lane: number): () => Promise<unknown> {
  const chance = chanceOf(seed + 100 + lane)
  const reach = fetchAny(urls, chance)
  const client: Client = clientOf(anywhere, shop.demo, reach)
  const placed: { mark: string; id: number }[] = []
  let count = 0
  const mark = () => `${lane}.${++count}`
  const keyed = (key: string) => ({ 'idempotency-key': `${seed} ${key}` })

  /** With a key, until there is an answer: it is then the answer of the one time that it was done. */
  async function insist<T>(call: () => Promise<T>): Promise<Answer<T>> {
    for (;;) {
      const answer = await memory.ask(call)
      if (answer.kind !== 'unknown') return answer
      await pause(100)
    }
  }

  async function order(): Promise<void> {
    const note = mark()
    const wanted = chance.percent(15) ? shop.gone : chance.percent(60) ? chance.choose(shop.scarce) : shop.plenty
    const quantity = chance.integer(1, 3)
    const record: OrderRecord = {
      variant: wanted.variant,
      quantity,
      sentAt: performance.now(),
      answer: { kind: 'unknown' },
      cancel: { kind: 'never', sentAt: 0 },
    }
    memory.orders.set(note, record)
    const body = { products: [{ variant_id: wanted.variant, quantity }], note }
    const place = async (headers = {}) => (await client.orders.create({ body, headers })).id
    record.answer = await (chance.percent(50) ? insist(() => place(keyed(note))) : memory.ask(place))
    if (record.answer.kind === 'done') placed.push({ mark: note, id: record.answer.value })
  }

  async function cancel(): Promise<void> {
    if (placed.length === 0) return order()
    const [chosen] = placed.splice(chance.integer(0, placed.length - 1), 1)
    const record = memory.orders.get(chosen?.mark ?? '')
    if (!chosen || !record) return
    record.cancel = { kind: 'unknown', sentAt: performance.now() }
    record.cancel.kind = (await memory.ask(() => client.orders.cancel({ params: { id: chosen.id } }))).kind
  }

  const setStock = ({ product, variant }: Goods, action: string, value: number, key: string) =>
    client.variants.setStock({
      params: { product_id: product },
      body: { action, value, id: variant, location_id: shop.locations[0] ?? '' },
      headers: keyed(key),
    })

  async function vary(): Promise<void> {
    const goods = chance.choose(shop.scarce)
    // Never less: a variation stops at 0 without an error, so what it came to would not be known.
    const value = chance.integer(1, 4)
    const key = mark()
    const { kind } = await insist(() => setStock(goods, 'variation', value, key))
    if (kind === 'done') memory.supplied.set(goods.variant, (memory.supplied.get(goods.variant) ?? 0) + value)
  }

  async function replace(): Promise<void> {
    const goods = shop.own[lane]
    const register = goods && memory.levels.get(goods.variant)
    if (!register) return
    const value = ++count
    await memory.write(register, value, () => setStock(goods, 'replace', value, String(value)))
  }

  async function move(): Promise<void> {
    if (placed.length === 0) return order()
    const order_id = chance.choose(placed).id
    const [shipment] = await client.fulfillmentOrders.list({ params: { order_id } }).catch(() => [])
    if (!shipment) return
    const location_id = chance.choose(shop.locations)
    const register = memory.places.get(shipment.id) ?? { acknowledged: undefined, unknown: [] }
    memory.places.set(shipment.id, register)
    const params = { order_id, id: shipment.id }
    await memory.write(register, location_id, () =>
      client.fulfillmentOrders.update({ params, body: { assigned_location: { location_id } } }),
    )
  }

  async function prioritize(): Promise<void> {
    const order = [...shop.locations].sort(() => chance.integer(-1, 1))
    const body = order.map((id, priority) => ({ id, priority }))
    await memory.write(memory.priorities, order.join(), () => client.locations.prioritize({ body }))
  }

  const hooks: { path: string; id: number }[] = []
  async function changeWebhooks(): Promise<void> {
    if (hooks.length > 4 || (hooks.length > 0 && chance.percent(30))) return removeWebhook()
    const path = `/${mark()}`
    const event = chance.choose(['order/created', 'order/cancelled'] as const)
    const url = chance.choose(receivers) + path
    const made = await insist(() => client.webhooks.create({ body: { event, url }, headers: keyed(path) }))
    if (made.kind !== 'done') return
    hooks.push({ path, id: made.value.id })
    memory.webhooks.set(path, { event, there: performance.now(), gone: Number.POSITIVE_INFINITY, isLeaving: false })
  }

  async function removeWebhook(): Promise<void> {
    const { path = '', id = 0 } = hooks.shift() ?? {}
    const record = memory.webhooks.get(path)
    if (!record) return
    record.isLeaving = true
    // 404: an attempt that was not answered has removed it.
    await insist(() => client.webhooks.delete({ params: { id } }))
    record.gone = performance.now()
  }

  const read = () => client.orders.list({ query: { per_page: 20 } }).catch(() => {})
  const installer = createInstaller({ url: anywhere, urls, reach, shop, memory, chance })
  const special = [prioritize, changeWebhooks, installer][lane]
  return () => {
    if (special && chance.percent(30)) return special()
    if (chance.percent(50)) return order()
    return chance.choose([cancel, vary, replace, move, read])()
  }
}
