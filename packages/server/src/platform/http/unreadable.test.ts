import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { shapeOf } from '../../testing/answers.ts'
import { listening } from '../../testing/listening.ts'
import { app, store } from '../../testing/store.ts'
import { Wire } from '../../testing/wire.ts'
import { bodyLimit } from './body.ts'

let port: number
let server: FastifyInstance

beforeAll(async () => {
  server = await app()
  await server.ready()
  port = Number(new URL(await listening(server.server)).port)
})

async function send(text: string) {
  const wire = new Wire(port)
  const answer = await wire.send(Buffer.from(text, 'latin1'), false)
  wire.close()
  if (typeof answer === 'string') throw new Error(answer)
  return { ...answer, body: JSON.parse(answer.body) }
}

describe('what is no request is refused in the shape of every refusal, with an id', () => {
  test.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s', async (_what, text, status) => {
    const answer = await send(text)
    expect({ status: answer.status, shape: shapeOf(answer) }).toEqual({ status, shape: 'A' })
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    })
  })
})

test('a request that names no host is refused so, too', async () => {
  const answer = await send('GET /v1/1/store HTTP/1.1\r\n\r\n')
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 400, message: 'Bad Request', description: 'Host header is missing' },
    headers: { 'x-request-id': expect.any(String), 'content-type': 'application/json; charset=utf-8' },
  })
  expect((await send('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
})

test('an expectation that nobody knows is ignored', async () => {
  const answer = await send('GET /v1/1/store HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\n\r\n')
  expect({ status: answer.status, shape: shapeOf(answer) }).toEqual({ status: 401, shape: 'A' })
})

test.each(['CONNECT', 'TRACE', 'PROPFIND', 'PURGE'])('%s is a method that no path has', async method => {
  const of = await store({ server })
  const head = `host: x\r\nuser-agent: x\r\nauthentication: bearer ${of.token}\r\n\r\n`
  const at = async (path: string) => {
    const answer = await send(`${method} ${path} HTTP/1.1\r\n${head}`)
    return { status: answer.status, shape: shapeOf(answer), allow: answer.headers.allow }
  }
  const allow = 'GET, HEAD, OPTIONS'
  expect(await at(`/v1/${of.id}/store`)).toEqual({ status: 405, shape: 'A', allow })
  expect(await at(`/v1/${of.id}/nothing`)).toEqual({ status: 404, shape: 'A', allow: undefined })
  expect(await at('/nothing')).toEqual({ status: 404, shape: 'A', allow: undefined })
  expect((await send(`${method} /v1/${of.id}/store HTTP/1.1\r\nhost: x\r\n\r\n`)).status).toBe(401)
})

test('a tunnel to elsewhere is found nowhere', async () => {
  expect((await send('CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: elsewhere.example:443\r\n\r\n')).status).toBe(404)
})

test('who asks for a tunnel behind a request that is not answered yet is let go, and nobody else', async () => {
  const text = 'GET /health/ready HTTP/1.1\r\nhost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n'
  await expect(send(text)).rejects.toThrow()
  expect((await send('GET /health/ready HTTP/1.1\r\nhost: x\r\n\r\n')).status).toBe(200)
})

test('who sends too large a body is let finish, and hears that it is', async () => {
  const of = await store({ server })
  const wire = new Wire(port)
  const body = Buffer.alloc(bodyLimit + 1, ' ')
  const head = `host: x\r\nuser-agent: x\r\nauthentication: bearer ${of.token}\r\ncontent-type: application/json\r\n`
  const post = (framing: string, content: Buffer) => {
    const lines = `POST /v1/${of.id}/categories HTTP/1.1\r\n${head}${framing}\r\n\r\n`
    return wire.send(Buffer.concat([Buffer.from(lines), content]), false)
  }
  const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
  for (let i = 0; i < 3; i++) {
    const refused = { status: 413, headers: { connection: 'keep-alive' } }
    expect(await post(`content-length: ${body.length}`, body)).toMatchObject(refused)
    expect(await post('transfer-encoding: chunked', chunks)).toMatchObject(refused)
  }
  wire.close()
})

test.each([
  ['without a token', '/v1/1/categories', '', 401],
  ['at no address', '/nothing', '', 404],
  ['with too large a body', '/v1/categories', 'authentication: bearer TOKEN\r\n', 413],
])('who ends the connection and is refused %s hears it behind the body', async (_what, path, more, status) => {
  const of = await store({ server })
  const half = ' '.repeat(bodyLimit / 2 + 1)
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nuser-agent: x\r\n${more.replace('TOKEN', of.token)}`
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let heard = ''
  socket.on('data', text => {
    heard += text
  })
  const framing = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${2 * half.length}`
  await new Promise(resolve => socket.write(`${head}${framing}\r\n\r\n${half}`, resolve))
  // Others are answered meanwhile: this one could have been.
  for (let i = 0; i < 3; i++) await send(`${head}connection: close\r\ncontent-length: 0\r\n\r\n`)
  expect({ heard, isOver: socket.readableEnded }).toEqual({ heard: '', isOver: false })
  socket.write(half)
  await once(socket, 'close')
  expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})
