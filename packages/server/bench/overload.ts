/**
 * More than can be done: requests come at a rate, whatever becomes of those before them, as those of many clients do.
 * First the rate at which the server is saturated, then 3 and 10 times as many, then half of it again. Where the machine
 * has more than one core, they come from one of their own: to make thousands of requests is work too.
 */
import { randomOf } from '../src/seeding/index.ts'
import { exitWith, readOptions, seed, seedOf } from '../src/testing/options.ts'
import { catalogueOf } from './catalogue.ts'
import { apart } from './cores.ts'
import { memoryOf } from './cpu.ts'
import { Line, type Told } from './line.ts'
import { percentile } from './measure.ts'
import { orderOf } from './order-input.ts'
import { bytesOf } from './request.ts'
import { type Bench, endAll, open, tidy } from './world.ts'

type Kind = 'order' | 'fulfil' | 'read'

interface Wish {
  kind: Kind
  bytes: Buffer
}

interface Result {
  kind: Kind
  status: number
  ms: number
  retryAfter: boolean
}

/** Six of a hundred place an order, two dispatch one, the others read. */
async function traffic(bench: Bench, seed: number) {
  const catalogue = await catalogueOf(bench, 1000)
  const random = randomOf(seed, 0)
  const read = (path: string) => bytesOf({ method: 'GET', path: catalogue.path + path, headers: catalogue.headers })
  const post = (path: string, body?: object) =>
    bytesOf({
      method: 'POST',
      path: catalogue.path + path,
      ...(body ? { headers: catalogue.writing, body: JSON.stringify(body) } : { headers: catalogue.headers }),
    })
  const variants = catalogue.sample.flatMap(product => product.variants.map(({ id }) => id))
  const at = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const easy = read('/locations')
  const reads = [
    ...catalogue.sample.slice(0, 50).map(({ id }) => read(`/products/${id}`)),
    ...Array.from({ length: 20 }, (_, i) => read(`/products?per_page=50&page=${i + 1}`)),
    read('/orders?per_page=30'),
    easy,
  ]
  const placed: number[] = []
  const next = (): Wish => {
    const kind = random()
    const id = kind < 0.02 ? placed.shift() : undefined
    if (id !== undefined) return { kind: 'fulfil', bytes: post(`/orders/${id}/fulfill`) }
    if (kind < 0.08) return { kind: 'order', bytes: post('/orders', orderOf([at(variants)])) }
    return { kind: 'read', bytes: at(reads) }
  }
  const learn = ({ kind }: Wish, { status, opening }: Told) => {
    if (kind !== 'order' || status !== 201) return
    const [, id] = /^\{"id":(\d+),/.exec(opening) ?? []
    if (id) placed.push(Number(id))
  }
  return { next, learn, easy }
}

type Traffic = Awaited<ReturnType<typeof traffic>>

/** Connections of clients, opened before: Node.js takes in one new connection at a turn. */
const lineCount = 2000

/** Whoever finds none that is free waits for one, which counts as waiting for the answer. */
async function connections(port: number, easy: Buffer) {
  const free: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const release = (line: Line) => {
    const next = waiting.shift()
    if (next) next(line)
    else free.push(line)
  }
  const replaced = (line: Line) => (line.isOpen ? line : new Line(port))
  for (let i = 0; i < lineCount; i++) {
    const line = new Line(port)
    await line.send(easy)
    free.push(line)
  }
  return {
    async send({ next, learn }: Traffic, onlyKind?: (kind: Kind) => boolean): Promise<Result> {
      let request = next()
      while (onlyKind && !onlyKind(request.kind)) request = next()
      const from = performance.now()
      const line = replaced(free.pop() ?? (await new Promise<Line>(resolve => waiting.push(resolve))))
      const told = await line.send(request.bytes)
      const ms = performance.now() - from
      learn(request, told)
      release(line)
      return { kind: request.kind, status: told.status, ms, retryAfter: told.retryAfter }
    },
    close: () => free.forEach(line => void line.close()),
  }
}

type Connections = Awaited<ReturnType<typeof connections>>

/** So many at a time for so long: each sends the next when it has its answer. */
async function closed(
  wires: Connections,
  load: Traffic,
  seconds: number,
  only?: (kind: Kind) => boolean,
): Promise<{ results: Result[]; rate: number }> {
  const results: Result[] = []
  const until = performance.now() + seconds * 1000
  const lane = async () => {
    while (performance.now() < until) results.push(await wires.send(load, only))
  }
  await Promise.all(Array.from({ length: 64 }, lane))
  return { results, rate: results.filter(isServed).length / seconds }
}

/** So many a second, evenly by chance, whatever becomes of them. */
async function crowd(wires: Connections, load: Traffic, perSecond: number, seconds: number): Promise<Result[]> {
  const results: Result[] = []
  const open: Promise<unknown>[] = []
  const begun = performance.now()
  let sent = 0
  while (performance.now() - begun < seconds * 1000) {
    const due = ((performance.now() - begun) / 1000) * perSecond
    for (; sent < due; sent++) open.push(wires.send(load).then(result => results.push(result)))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  await Promise.all(open)
  return results
}

const isServed = ({ status }: Result) => status > 0 && status < 300
const sorted = (values: number[]) => values.toSorted((a, b) => a - b)

interface Capacity {
  preferred: number
  read: number
}

/** What was done, as a part of what can be: an order is more work than a read. */
function goodput(results: readonly Result[], seconds: number, capacity: Capacity): number {
  const done = results.filter(isServed)
  const reads = done.filter(({ kind }) => kind === 'read').length
  return reads / seconds / capacity.read + (done.length - reads) / seconds / capacity.preferred
}

function describe(name: string, results: readonly Result[], seconds: number, capacity: Capacity): number {
  const share = (kinds: readonly Kind[]) => {
    const some = results.filter(({ kind }) => kinds.includes(kind))
    return (some.filter(isServed).length / some.length).toFixed(2)
  }
  const refused = results.filter(({ status }) => status === 503)
  const times = sorted(refused.map(({ ms }) => ms))
  const served = sorted(results.filter(isServed).map(({ ms }) => ms))
  const other = results.filter(({ status }) => status >= 300 && status !== 503).length
  const part = goodput(results, seconds, capacity)
  const ms = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(0))
  console.log(
    `${name}: ${(results.length / seconds).toFixed(0)}/s came, goodput ${part.toFixed(2)}, orders served ${share(['order', 'fulfil'])}, ` +
      `reads served ${share(['read'])}, served p50 ${ms(percentile(served, 0.5))} p99 ${ms(percentile(served, 0.99))} ms, ` +
      `refused ${refused.length} p50 ${ms(percentile(times, 0.5))} p95 ${ms(percentile(times, 0.95))} p99 ${ms(percentile(times, 0.99))} ms, ` +
      `without Retry-After ${refused.filter(({ retryAfter }) => !retryAfter).length}, other ${other}, ` +
      `no answer ${results.filter(({ status }) => status === 0).length}`,
  )
  return part
}

/** After how many seconds at half the rate nobody is refused any more. */
async function recovery(wires: Connections, load: Traffic, perSecond: number): Promise<number> {
  for (let second = 1; second <= 15; second++) {
    const results = await crowd(wires, load, perSecond / 2, 1)
    if (results.every(result => isServed(result) && result.ms < 500)) return second
  }
  return Number.POSITIVE_INFINITY
}

const help = `npm run overload -- [options]

Finds the rate at which a server is saturated, then lets 3 and 10 times as many requests come, whatever becomes of those
before them. Tells what was served and refused, how soon, and when all was calm again: docs/reliability.md.

  --seed N   what repeats the requests (1 unless said)
  --help     this text`

const described = { seed: { ...seed, default: '1' }, help: { type: 'boolean', default: false } } as const

export const overload = (args: readonly string[]): Promise<void> =>
  exitWith(async () => {
    const values = readOptions('npm run overload', args, described)
    if (values.help) console.log(help)
    else await runWithin(seedOf(values.seed))
    return 0
  })

async function runWithin(seed: number): Promise<void> {
  const endings: (() => Promise<unknown>)[] = []
  try {
    const [bench, isApart] = await apart(() => open(endings, false))
    console.log(
      isApart ? 'these requests come from a core of their own' : 'these requests come from the cores of the server',
    )
    await run(bench, seed)
  } finally {
    await endAll(endings)
  }
}

async function run(bench: Bench, seed: number): Promise<void> {
  const [server] = await bench.servers(1)
  if (!server) throw new Error('there is no server')
  const load = await traffic(bench, seed)
  const wires = await connections(Number(new URL(server.url).port), load.easy)
  await tidy(bench)
  await closed(wires, load, 4)
  const { rate: preferred } = await closed(wires, load, 4, kind => kind !== 'read')
  const { rate: read } = await closed(wires, load, 4, kind => kind === 'read')
  const { rate, results } = await closed(wires, load, 8)
  const capacity = { preferred, read }
  const each = `orders alone ${preferred.toFixed(0)}/s, reads alone ${read.toFixed(0)}/s`
  console.log(`seed ${seed}: saturated at ${rate.toFixed(0)}/s; ${each}`)
  const calm = describe('1 time', await crowd(wires, load, rate, 8), 8, capacity)
  // Whichever is more: where clients wait for each other nobody is refused, and nobody is idle.
  const peak = Math.max(calm, goodput(results, 8, capacity))
  for (const times of [3, 10]) {
    const before = await memoryOf(server.pid)
    let most = before
    const watch = setInterval(async () => {
      most = Math.max(most, await memoryOf(server.pid))
    }, 100)
    const part = describe(`${times} times`, await crowd(wires, load, rate * times, 10), 10, capacity)
    clearInterval(watch)
    const seconds = await recovery(wires, load, rate)
    const memory = `memory ${before.toFixed(0)} to ${most.toFixed(0)} MB`
    console.log(`  ${(part / peak).toFixed(2)} of the peak; ${memory}; calm again within ${seconds} s`)
  }
  wires.close()
}
