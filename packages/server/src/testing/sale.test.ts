/** Four servers of one database sell what is there once, also when one of them dies in the middle. */
import type { Client } from '@bodega/api'
import { beforeAll, expect, test } from 'vitest'
import { open } from './database.ts'
import { bodega, clientOf, type DemoStore, demoOf, headersOf, newFolder, type Served, serve } from './process.ts'

let env: Record<string, string>
let servers: Served[]
let demo: DemoStore
let client: Client

beforeAll(async () => {
  const { url } = await open(false)
  env = { DATABASE_URL: url, DATA_DIR: newFolder() }
  servers = [await serve(env)]
  servers.push(...(await Promise.all([serve(env), serve(env), serve(env)])))
  demo = demoOf(env.DATA_DIR ?? '')
  client = clientOf(servers[0]?.url ?? '', demo)
})

/** A product with 60 units at the first location and 40 at the second. */
async function hundred(): Promise<{ product: number; variant: number }> {
  const [first, second] = await client.locations.list()
  const inventory_levels = [
    { location_id: first?.id ?? '', stock: 60 },
    { location_id: second?.id ?? '', stock: 40 },
  ]
  const { id, variants } = await client.products.create({
    body: { name: 'Ticket', variants: [{ price: '10.00', inventory_levels }] },
  })
  return { product: id, variant: variants[0]?.id ?? 0 }
}

interface Answer {
  status: number
  id: number | undefined
}

/** One order for one unit. */
async function buy(url: string, variant: number, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${url}/v1/${demo.store_id}/orders`, {
    method: 'POST',
    headers: { ...headersOf(demo), 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ products: [{ variant_id: variant, quantity: 1 }] }),
  })
  const { id } = (await response.json()) as { id?: number }
  return { status: response.status, id }
}

/** The same, asked again with its key at the next server where one is gone or has too much to do. */
async function insist(variant: number, buyer: number): Promise<Answer> {
  for (let tried = 0; ; tried++) {
    const url = servers[(buyer + tried) % servers.length]?.url ?? ''
    const answer = await buy(url, variant, { 'idempotency-key': `${variant} ${buyer}` }).catch(() => undefined)
    if (answer && answer.status !== 503) return answer
    if (tried === 100) throw new Error('nobody answers')
  }
}

const buyers = Array.from({ length: 1000 }, (_, i) => i)

/** Everything that was promised is there, nothing else is, and the ledger explains it. */
async function expectSoldOut(product: number, answers: readonly Answer[]): Promise<void> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  expect(counts).toEqual({ 201: 100, 422: 900 })
  const promised = answers.flatMap(({ id }) => id ?? [])
  const placed = await client.orders.list({ query: { per_page: 200, since_id: Math.min(...promised) - 1 } })
  expect(placed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(promised.toSorted((a, b) => a - b))
  const { variants } = await client.products.get({ params: { id: product } })
  expect(variants[0]?.inventory_levels.map(({ stock }) => stock)).toEqual([0, 0])
  const verified = await bodega(['verify'], env)
  expect(verified.stdout).toContain('checks hold')
  expect(verified.code).toBe(0)
}

test('orders 12.2: 1,000 parallel orders over four processes for 100 units sell exactly 100', async () => {
  const { product, variant } = await hundred()
  const answers = buyers.map(buyer => buy(servers[buyer % servers.length]?.url ?? '', variant))
  await expectSoldOut(product, await Promise.all(answers))
})

test('orders 12.2: the same while a process is killed: who asks again learns what became of the order', async () => {
  const { product, variant } = await hundred()
  const doomed = servers.at(-1)
  let answered = 0
  const answers = buyers.map(async buyer => {
    const answer = await insist(variant, buyer)
    answered++
    if (answered === 30) void doomed?.end('SIGKILL')
    return answer
  })
  await expectSoldOut(product, await Promise.all(answers))
  expect((await doomed?.ended)?.code).toBeNull()
})
