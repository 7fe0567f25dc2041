import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { listening } from '../../testing/listening.ts'
import { signal } from '../../testing/waiting.ts'
import { boundUnsent, firstOfMost } from './unsent.ts'

test('whoever has most on the way is told, and the oldest of that', () => {
  const [a, b, c, d] = [
    { owner: 1, bytes: 30 },
    { owner: 2, bytes: 40 },
    { owner: 1, bytes: 20 },
    { owner: undefined, bytes: 45 },
  ] as const
  expect(firstOfMost([a, b, c, d])).toBe(a)
  expect(firstOfMost([c, b, d, a])).toBe(c)
  expect(firstOfMost([a, b, d])).toBe(d)
  expect(firstOfMost([])).toBeUndefined()
})

/** More than the buffers of the system take. */
const size = 32_000_000

/** A server that has room for two answers; those of the third store come when they are let go. */
async function serving() {
  const app = Fastify()
  app.decorateRequest('context', null)
  boundUnsent(app, 2.5 * size)
  const answer = Buffer.alloc(size)
  const made = signal()
  app.get<{ Params: { store: string } }>('/:store', async (request, reply) => {
    request.context = { store: { id: Number(request.params.store) }, actor: '', now: new Date() }
    if (request.params.store === '3') await made.promise
    return reply.send(answer)
  })
  await app.ready()
  const url = new URL(await listening(app.server))
  /** Asks and does not read. Tells the socket of the server, and that of the client. */
  const ask = async (store: number) => {
    const socket = connect(Number(url.port), url.hostname).pause()
    const [[ours]] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])
    socket.write(`GET /${store} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await once(app.server, 'request')
    return { ours: ours as Socket, read: () => lengthOf(socket) }
  }
  return { ask, made }
}

/** How much comes to the end of the answer, or of the connection. */
async function lengthOf(socket: Socket): Promise<number> {
  let length = 0
  for await (const piece of socket) {
    length += (piece as Buffer).length
    if (length > size) break
  }
  return length
}

test('where nobody reads, the store that has most on the way loses its oldest, and others get theirs', async () => {
  const { ask } = await serving()
  const [slow, first] = [await ask(1), await ask(2)]
  const isCut = once(first.ours, 'close')
  const second = await ask(2)
  await isCut
  const next = once(second.ours, 'close')
  const third = await ask(2)
  await next
  expect(await slow.read()).toBeGreaterThan(size)
  expect(await third.read()).toBeGreaterThan(size)
})

test('what was read takes no room, nor what nobody waits for any more', async () => {
  const { ask } = await serving()
  const slow = await ask(1)
  for (let i = 0; i < 5; i++) expect(await (await ask(2)).read()).toBeGreaterThan(size)
  for (let i = 0; i < 5; i++) {
    const { ours } = await ask(2)
    ours.destroy()
    await once(ours, 'close')
  }
  expect(await slow.read()).toBeGreaterThan(size)
})

test('what nobody waited for when it was made takes no room', async () => {
  const { ask, made } = await serving()
  const { ours } = await ask(3)
  ours.destroy()
  await once(ours, 'close')
  made.give()
  const [first, second] = [await ask(1), await ask(1)]
  expect(await first.read()).toBeGreaterThan(size)
  expect(await second.read()).toBeGreaterThan(size)
})
