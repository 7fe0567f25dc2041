import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createOutbound, type Outbound } from '../platform/outbound/index.ts'
import { createStore } from '../stores/index.ts'
import { bareProduct } from '../testing/bare-product.ts'
import { database } from '../testing/database.ts'
import { gif, jpg, png, webp } from '../testing/pictures.ts'
import { type TestWorld, testWorld } from '../testing/store.ts'
import { claimDue, recallImages } from './claims.ts'
import { createImageFetcher, type FetchedImage, type FetcherOptions, type ImageFetcher } from './fetch.ts'
import { createImageStore, type ImageStore } from './store.ts'

let db: Db
let dataDir: string
let images: ImageStore
let outbound: Outbound
beforeAll(async () => {
  db = (await database()).db
  dataDir = await mkdtemp(join(tmpdir(), 'bodega images '))
  images = createImageStore(dataDir)
  outbound = createOutbound({ allowPrivate: true })
})
afterAll(async () => {
  await outbound.close()
  await rm(dataDir, { recursive: true, force: true })
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  await db.run(sql`delete from images`)
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server of images; says how often each path was asked for. */
async function site(listener: RequestListener): Promise<{ url: string; hits: string[] }> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits }
}

async function aStore(world: TestWorld): Promise<number> {
  return db.tx(tx =>
    createStore(tx, world.now(), { name: 'Test', country: 'BR', email: 'a@test.example', languages: ['es'] }),
  )
}

const Id = Type.Object({ id: Type.Integer() })

const State = Type.Object({
  src: Type.String(),
  is_due: Type.Boolean(),
  wait: Type.Union([Type.Number(), Type.Null()]),
  fetch_attempts: Type.Integer(),
})

/** A store with a product, images to be fetched for it, and a fetcher that remembers what came. */
async function scene(options: Partial<FetcherOptions> = {}) {
  const world = testWorld()
  const store = await aStore(world)
  const product = await bareProduct(db, store)
  const came: FetchedImage[] = []
  const make = (more: Partial<FetcherOptions> = {}): ImageFetcher => {
    const log = { info: () => {}, warn: vi.fn() }
    const onFetched = async (_tx: unknown, image: FetchedImage) => void came.push(image)
    const fetcher = createImageFetcher({ db, world, outbound, store: images, onFetched, log, ...options, ...more })
    closers.push(() => fetcher.stop())
    return fetcher
  }
  return {
    world,
    store,
    product,
    came,
    make,
    fetcher: make(),
    add: async (src: string, of = { store, product }) => {
      const { id } = await db.one(
        Id,
        sql`insert into images (store_id, product_id, position, src, alt, created_at, updated_at, fetch_at)
            values (${of.store}, ${of.product}, 1, ${src}, '{}', ${world.now()}, ${world.now()}, ${world.now()})
            returning id`,
      )
      return id
    },
    state: (id: number) =>
      db.one(
        State,
        sql`select src, fetch_at <= ${world.now()} is true as is_due, fetch_attempts,
                   extract(epoch from fetch_at - ${world.now()}::timestamptz)::float8 as wait
              from images where id = ${id}`,
      ),
  }
}

const done = (src: string, fetch_attempts: number) => ({ src, is_due: false, wait: null, fetch_attempts })

test.each([
  ['gif', gif],
  ['jpg', jpg],
  ['png', png],
  ['webp', webp],
])('a %s is fetched, kept and handed over', async (extension, make) => {
  const bytes = await make({ width: 64, height: 48 })
  // Neither the name nor the type that a server claims decides.
  const { url } = await site((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(bytes),
  )
  const { add, state, fetcher, came, store, product } = await scene()
  const id = await add(`${url}/a.bin`)
  expect(await fetcher.tick()).toBe(1)
  const file = expect.stringMatching(new RegExp(`^[0-9a-f]{40}\\.${extension}$`))
  expect(came).toEqual([{ store_id: store, product_id: product, image_id: id, file, width: 64, height: 48 }])
  expect(await readFile(join(dataDir, 'images', String(store), came[0]?.file ?? ''))).toEqual(bytes)
  expect(await state(id)).toEqual(done(`${url}/a.bin`, 1))
  expect(await fetcher.tick()).toBe(0)
})

test.each<[string, RequestListener]>([
  ['a page instead of an image', (_request, response) => response.end('<!doctype html><title>Login</title>')],
  ['nothing', (_request, response) => response.end()],
  [
    'a redirect',
    (request, response) => response.writeHead(302, { location: `http://${request.headers.host}/in` }).end(),
  ],
  ['a refusal', (_request, response) => response.writeHead(403).end()],
  ['silence', () => {}],
  [
    'one byte now and then',
    (_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    },
  ],
  [
    'more than 10 MB',
    (_request, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(262_144)));
        response.once('drain', pour)
      }
      pour()
    },
  ],
])('%s is tried three times with growing waits, and then left as it is', async (_name, listener) => {
  const { url, hits } = await site(listener)
  // A second will do for what takes for ever.
  const impatient = {
    ...outbound,
    request: (r: Parameters<Outbound['request']>[0]) => outbound.request({ ...r, timeout: 1000 }),
  }
  const { add, state, fetcher, came, world } = await scene({ outbound: impatient })
  const id = await add(`${url}/a.png`)
  const seen: unknown[] = []
  for (let i = 0; i < 4; i++) {
    await fetcher.tick()
    const { wait, fetch_attempts } = await state(id)
    seen.push([fetch_attempts, wait])
    // A moment before it is due nothing happens.
    if (wait === null) continue
    world.advance(wait * 1000 - 1)
    expect(await fetcher.tick()).toBe(0)
    world.advance(1)
  }
  expect(seen).toEqual([
    [1, 30],
    [2, 300],
    [3, null],
    [3, null],
  ])
  expect(hits).toEqual(['/a.png', '/a.png', '/a.png'])
  expect(await state(id)).toEqual(done(`${url}/a.png`, 3))
  expect(came).toEqual([])
})

test('an address that may not be called is not called', async () => {
  const { url, hits } = await site((_request, response) => response.end())
  const guarded = createOutbound({ allowPrivate: false })
  const { add, state, fetcher } = await scene({ outbound: guarded })
  const id = await add(url.replace('http:', 'https:'))
  await fetcher.tick()
  expect([hits, (await state(id)).wait]).toEqual([[], 30])
})

test('an image that is not there at first is fetched when it is', async () => {
  const bytes = await png()
  const { url } = await site((_request, response) => {
    if (attempts++ === 0) response.writeHead(404).end()
    else response.end(bytes)
  })
  let attempts = 0
  const { add, state, fetcher, came, world } = await scene()
  const id = await add(`${url}/late.png`)
  await fetcher.tick()
  expect(came).toEqual([])
  world.advance(30_000)
  await fetcher.tick()
  expect(came).toMatchObject([{ image_id: id }])
  expect(await state(id)).toEqual(done(`${url}/late.png`, 2))
})

test('several processes share the work, and none does it twice', async () => {
  const bytes = await png()
  const { url, hits } = await site((_request, response) => response.end(bytes))
  const { add, make, came } = await scene()
  for (let i = 0; i < 30; i++) await add(`${url}/${i}.png`)
  const fetchers = Array.from({ length: 4 }, () => make())
  for (const fetcher of fetchers) fetcher.start()
  await vi.waitUntil(() => came.length >= 30, { timeout: 15_000 })
  await Promise.all(fetchers.map(fetcher => fetcher.stop()))
  expect(new Set(hits).size).toBe(30)
  expect([hits.length, came.length]).toEqual([30, 30])
})

test('of two processes that look at the same moment each takes another image', async () => {
  const { add, world } = await scene()
  const ids = [await add('https://images.example/1.png'), await add('https://images.example/2.png')]
  const now = world.now()
  const claimOne = (tx: Queries) => claimDue(tx, { now, until: new Date(now.getTime() + 60_000), after: 0, limit: 1 })
  let taken: number[] = []
  let end: () => void = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  const first = db.tx(async tx => {
    taken = (await claimOne(tx)).map(({ id }) => id)
    await isOver
  })
  await vi.waitUntil(() => taken.length > 0, { timeout: 10_000 })
  const second = await claimOne(db)
  end()
  await first
  expect([...taken, ...second.map(({ id }) => id)].toSorted((a, b) => a - b)).toEqual(ids)
})

test('stores with many images, even more of them than can be served at once, do not hold up another', async () => {
  const bytes = await png()
  const { url, hits } = await site((_request, response) => response.end(bytes))
  const { add, fetcher, world, came } = await scene()
  const aPlace = async () => {
    const store = await aStore(world)
    return { store, product: await bareProduct(db, store) }
  }
  for (let i = 0; i < 8; i++) {
    const greedy = await aPlace()
    for (let n = 0; n < 12; n++) await add(`${url}/many`, greedy)
  }
  const modest = await aPlace()
  await add(`${url}/one`, modest)
  fetcher.start()
  await vi.waitUntil(() => came.some(({ store_id }) => store_id === modest.store), { timeout: 10_000 })
  await fetcher.stop()
  expect(hits.indexOf('/one')).toBeLessThan(24)
})

test('what a dead process has claimed comes due again, and what kills every process is given up', async () => {
  const { url, hits } = await site(() => {})
  const { add, state, make, world } = await scene()
  const id = await add(`${url}/deadly.png`)
  for (const attempt of [1, 2, 3]) {
    // Claimed, and never heard of again.
    const mute = { ...outbound, request: () => new Promise<never>(() => {}) }
    void make({ outbound: mute }).tick()
    await vi.waitUntil(async () => (await state(id)).fetch_attempts === attempt, { timeout: 10_000 })
    expect((await state(id)).wait).toBe(60)
    closers.pop()
    world.advance(60_000)
  }
  expect(await make().tick()).toBe(1)
  expect(await state(id)).toEqual(done(`${url}/deadly.png`, 4))
  expect(hits).toEqual([])
})

test('a process that took too long leaves an image to the one that has claimed it since', async () => {
  const { add, state, make, world } = await scene()
  const id = await add('https://images.example/a.png')
  const fails: ((reason: Error) => void)[] = []
  const hanging = { ...outbound, request: () => new Promise<never>((_resolve, reject) => void fails.push(reject)) }
  const looks: Promise<number>[] = []
  for (const claims of [1, 2]) {
    looks.push(make({ outbound: hanging }).tick())
    await vi.waitUntil(() => fails.length === claims, { timeout: 10_000 })
    if (claims === 1) world.advance(60_000)
  }
  fails[0]?.(new Error('too late'))
  await looks[0]
  expect(await state(id)).toMatchObject({ fetch_attempts: 2, wait: 60 })
  fails[1]?.(new Error('in time'))
  await looks[1]
  expect(await state(id)).toMatchObject({ fetch_attempts: 2, wait: 300 })
})

test('a process that stops gives back what it was about to fetch', async () => {
  const { url, hits } = await site(() => {})
  const { add, state, fetcher } = await scene()
  const id = await add(`${url}/slow.png`)
  fetcher.start()
  await vi.waitUntil(() => hits.length === 1, { timeout: 10_000 })
  await fetcher.stop()
  expect(await state(id)).toEqual({ src: `${url}/slow.png`, is_due: true, wait: 0, fetch_attempts: 0 })
})

test('an image that was deleted while it was fetched is not recorded', async () => {
  const bytes = await png()
  const { url } = await site(async (_request, response) => {
    await db.run(sql`delete from images where id = ${id}`)
    response.end(bytes)
  })
  const { add, fetcher, came } = await scene()
  const id = await add(`${url}/gone.png`)
  await fetcher.tick()
  expect(came).toEqual([])
})

test('an image that got another address while the old one was fetched gets the new file alone', async () => {
  const [old, fresh] = [await png({ width: 10 }), await png({ width: 20 })]
  let second: Promise<number> | undefined
  let release: () => void = () => {}
  const isReleased = new Promise<void>(resolve => {
    release = resolve
  })
  const { url, hits } = await site(async (request, response) => {
    if (request.url === '/new') {
      await isReleased
      response.end(fresh)
      return
    }
    // Both are the first attempt at their address. It is due for the second process alone: the first still looks.
    await db.run(
      sql`update images set src = ${`${url}/new`}, fetch_attempts = 0, fetch_at = ${ahead.now()} where id = ${id}`,
    )
    second = make({ world: ahead }).tick()
    await vi.waitUntil(() => hits.includes('/new'), { timeout: 10_000 })
    response.end(old)
  })
  const { add, state, make, came } = await scene()
  const ahead = testWorld()
  ahead.advance(1000)
  const id = await add(`${url}/old`)
  await make().tick()
  expect(came).toEqual([])
  release()
  await second
  expect(came).toMatchObject([{ image_id: id, width: 20 }])
  expect(await state(id)).toEqual(done(`${url}/new`, 1))
})

test('what a clock that was ahead has put off is fetched when it is set right', async () => {
  const bytes = await png()
  const { url } = await site((_request, response) => response.end(bytes))
  const { add, state, fetcher, came, world } = await scene()
  world.advance(365 * 86_400_000)
  const id = await add(`${url}/a.png`)
  world.advance(-365 * 86_400_000)
  const waiting = await add(`${url}/b.png`)
  await db.run(sql`update images set fetch_at = ${new Date(world.now().getTime() + 300_000)} where id = ${waiting}`)
  expect(await fetcher.tick()).toBe(0)
  await recallImages(db, world.now())
  expect(await fetcher.tick()).toBe(1)
  expect(came).toMatchObject([{ image_id: id }])
  expect(await state(waiting)).toMatchObject({ wait: 300 })
})

test('when the file cannot be recorded, the image stays on the list', async () => {
  const bytes = await png()
  const { url } = await site((_request, response) => response.end(bytes))
  const { add, state, make, came, world } = await scene()
  const id = await add(`${url}/a.png`)
  await make({ onFetched: () => Promise.reject(new Error('the product cannot be written')) }).tick()
  expect(await state(id)).toMatchObject({ fetch_attempts: 1, wait: 30 })
  world.advance(30_000)
  await make().tick()
  expect(came).toHaveLength(1)
})

const Waiting = Type.Object({ count: Type.Integer() })
const waiting = sql`
  select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

test('whoever changes the product at the same time is waited for, not run into', async () => {
  const bytes = await png()
  const { url } = await site((_request, response) => response.end(bytes))
  const { add, fetcher, came, product } = await scene()
  const id = await add(`${url}/a.png`)
  let runs = 0
  let hold: () => void = () => {}
  const isHeld = new Promise<void>(resolve => {
    hold = resolve
  })
  const writing = db.tx(async tx => {
    runs++
    await tx.run(sql`select from products where id = ${product} for no key update`)
    hold()
    await vi.waitUntil(async () => (await tx.one(Waiting, waiting)).count > 0, { timeout: 10_000 })
    await tx.run(sql`update images set position = 2 where id = ${id}`)
  })
  await isHeld
  await fetcher.tick()
  await writing
  expect(runs).toBe(1)
  expect(came).toHaveLength(1)
})

test('a new image is fetched at once when its process is told, and soon when it is not', async () => {
  const bytes = await png()
  const { url } = await site((_request, response) => response.end(bytes))
  const { add, fetcher, came } = await scene()
  fetcher.start()
  const begun = performance.now()
  for (let told = 1; told <= 4; told++) {
    await add(`${url}/told.png`)
    fetcher.notify()
    await vi.waitUntil(() => came.length === told, { interval: 5, timeout: 10_000 })
  }
  // Untold, each would have waited for the next look, a second after the last.
  expect(performance.now() - begun).toBeLessThan(3900)
  await add(`${url}/untold.png`)
  await vi.waitUntil(() => came.length === 5, { timeout: 10_000 })
})
