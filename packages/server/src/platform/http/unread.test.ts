import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { atEnd } from '../../testing/ending.ts'
import { mount } from './address.ts'
import { listenAt } from './listen.ts'
import { createServer } from './server.ts'
import { shedLoad } from './shedding.ts'

/** A server at which nobody is served, and connections to it. */
async function serving(prepare: (app: FastifyInstance) => void = () => {}) {
  const app = createServer({ logger: undefined, trustProxy: false })
  app.all(`${mount}/products`, async () => 'served')
  prepare(app)
  atEnd(async () => app.server.closeAllConnections())
  await listenAt(app, ['127.0.0.1'], 0)
  const { port } = app.server.address() as AddressInfo
  const dial = async () => {
    const taken = once(app.server, 'connection')
    const socket = connect({ port }).setEncoding('latin1')
    await taken
    return socket
  }
  return { app, sender: await dial(), other: await dial() }
}

type Served = Awaited<ReturnType<typeof serving>>

const half = 'x'.repeat(300_000)

/** What a sender has heard with half of the body sent and somebody else answered, and what in the end. */
async function heardBy({ sender, other }: Served, header = ''): Promise<[string, string]> {
  const ended = once(sender, 'close')
  let heard = ''
  sender.on('data', part => {
    heard += part
  })
  const head = `POST /v1/1/products HTTP/1.1\r\nhost: x\r\n${header}content-length: ${2 * half.length}\r\n\r\n`
  await new Promise(resolve => sender.write(head + half, resolve))
  other.write('GET /v1/1/products HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await text(other)
  const early = heard
  sender.write(half)
  await ended
  return [early, heard]
}

test('who sends a body while the server stops hears behind it that it does', async () => {
  const of = await serving()
  const closing = of.app.close()
  expect(await heardBy(of)).toEqual(['', expect.stringMatching(/^HTTP\/1.1 503 .*The service is stopping/s)])
  await closing
})

test('who is refused at the door and ends the connection hears it behind the body', async () => {
  const of = await serving(app => shedLoad(app, new Registry(), { operations: [], atOnce: 0, now: Date.now }))
  expect(await heardBy(of, 'connection: close\r\n')).toEqual([
    '',
    expect.stringMatching(/^HTTP\/1.1 503 .*The service is overloaded/s),
  ])
})
