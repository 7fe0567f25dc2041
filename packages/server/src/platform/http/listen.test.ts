import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { atEnd } from '../../testing/ending.ts'
import { signal, until } from '../../testing/waiting.ts'
import { addressesOf, listenAt } from './listen.ts'
import { createServer } from './server.ts'

const hasSecond = Object.values(networkInterfaces()).some(some => some?.some(({ address }) => address === '::1'))

/** A server with two doors, and the port of both. */
async function serving(prepare: (app: FastifyInstance) => void = () => {}) {
  const app = createServer({ logger: undefined, trustProxy: false })
  prepare(app)
  atEnd(() => app.close())
  await listenAt(app, ['127.0.0.1', '::1'], 0)
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('a name is tried as it is, and localhost at all of its addresses', async () => {
  expect(await addressesOf('shop.example')).toEqual(['shop.example'])
  expect(await addressesOf('0.0.0.0')).toEqual(['0.0.0.0'])
  expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining(await addressesOf('localhost')))
})

describe.skipIf(!hasSecond)('at a second address', () => {
  test('what is no HTTP is answered as at the first', async () => {
    const { port } = await serving()
    const answers = ['127.0.0.1', '::1'].map(async host => {
      const socket = connect({ host, port })
      await once(socket, 'connect')
      socket.write('nonsense\r\n\r\n')
      return text(socket)
    })
    for (const answer of answers) expect(await answer).toContain('"description":"The request is no HTTP"')
  })

  test('what is in flight is finished when the server stops, and nothing new is taken', async () => {
    const [asked, mayEnd] = [signal(), signal()]
    const { app, port } = await serving(made => {
      made.get('/slow', async () => {
        asked.give()
        await mayEnd.promise
        return { is: 'done' }
      })
    })
    const address = `http://[::1]:${port}/slow`
    const answer = fetch(address)
    await asked.promise
    let isClosed = false
    const closing = app.close().then(() => {
      isClosed = true
    })
    const isRefused = () =>
      fetch(address, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      )
    await until(isRefused)
    expect(isClosed).toBe(false)
    mayEnd.give()
    expect(await (await answer).json()).toEqual({ is: 'done' })
    await closing
  })
})
