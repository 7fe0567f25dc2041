import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { createConnector, type Target } from './connect.ts'
import { createOutbound, type OutboundOptions, type OutboundRequest } from './index.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Local {
  port: number
  url: string
  /** Every connection that was ever opened. */
  connections: Socket[]
}

async function listening(server: Server): Promise<Local> {
  const connections: Socket[] = []
  server.on('connection', socket => connections.push(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of connections) socket.destroy()
    return new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, connections }
}

const serving = (listener: RequestListener) => listening(createServer(listener))

function outbound(options: Partial<OutboundOptions> = {}) {
  const made = createOutbound({ allowPrivate: true, ...options })
  closers.push(() => made.close())
  return {
    ...made,
    request: (request: Partial<OutboundRequest> & { url: string }) =>
      made.request({ timeout: 5000, maxBytes: 1000, ...request }),
  }
}

/** The internet as a guarded client sees it: names have the given addresses, and every address is this machine. */
function internet(addresses: Record<string, string[][]>, port: number) {
  const lookup = vi.fn(async (name: string) => {
    const [first = [], ...later] = addresses[name] ?? []
    if (later.length > 0) addresses[name] = later
    return first
  })
  const dial = vi.fn(
    (_target: Target) =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket))
        socket.once('error', reject)
      }),
  )
  return { allowPrivate: false, lookup, dial }
}

const refusedAddress = { name: 'OutboundError', reason: 'refused_address' }
const publicAddress = '93.184.216.34'
const file = (name: string) => readFileSync(fileURLToPath(new URL(`../../testing/${name}`, import.meta.url)), 'utf8')
const tls = { cert: file('tls.cert.pem'), key: file('tls.key.pem') }

test('a request arrives with its method, headers, path and body, and the answer comes back whole', async () => {
  const { url } = await serving((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      response.writeHead(202, { 'x-seen': `${request.method} ${request.url} ${request.headers['x-sign']}` })
      response.end(Buffer.concat(parts))
    })
  })
  const answer = await outbound().request({
    url: `${url}hook?a=1`,
    method: 'POST',
    headers: { 'x-sign': 'abc', 'content-type': 'application/json' },
    body: '{"id":1}',
  })
  expect(answer).toMatchObject({ status: 202, truncated: false })
  expect(answer.headers['x-seen']).toBe('POST /hook?a=1 abc')
  expect(answer.body.toString()).toBe('{"id":1}')
})

test('connections are kept and used again', async () => {
  const { url, connections } = await serving((_request, response) => response.end('ok'))
  const { request } = outbound()
  for (let i = 0; i < 20; i++) await request({ url })
  // undici lets go of a connection a moment after the end of the answer, so the second request may open another.
  expect(connections.length).toBeLessThanOrEqual(2)
})

test('a literal address, which no lookup ever sees, is checked', async () => {
  const { port, connections } = await listening(createTcpServer())
  const lookup = vi.fn(async () => [publicAddress])
  const { request } = outbound({ allowPrivate: false, lookup })
  for (const host of ['127.0.0.1', '2130706433', '0177.1', '0x7f.1', '127.0.0.1.', '[::1]', '[::ffff:127.0.0.1]', '0'])
    await expect(request({ url: `https://${host}:${port}/` })).rejects.toMatchObject(refusedAddress)
  expect(lookup).not.toHaveBeenCalled()
  expect(connections).toHaveLength(0)
})

test('a literal address is checked once more where the connection is made', async () => {
  const world = internet({}, 1)
  const connector = createConnector({ ...world, secure: () => {} })
  const asked = { hostname: '127.0.0.1', protocol: 'https:', port: '443' }
  const error = await new Promise(resolve => connector(asked, (...[failure]) => resolve(failure)))
  expect(error).toMatchObject(refusedAddress)
  expect(world.dial).not.toHaveBeenCalled()
})

test.each([
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['::1'],
  ['fd00:ec2::254'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
])('a name that leads to %s is refused, and nothing is connected to', async address => {
  const { port, connections } = await listening(createTcpServer())
  const { dial: _real, ...rest } = internet({ 'evil.example': [[address]] }, port)
  await expect(outbound(rest).request({ url: `https://evil.example:${port}/` })).rejects.toMatchObject(refusedAddress)
  expect(connections).toHaveLength(0)
})

test('of several addresses only the public ones are connected to', async () => {
  const { port } = await listening(createSecureServer(tls, (_request, response) => response.end('ok')))
  const world = internet({ 'mixed.example': [['10.0.0.1', publicAddress, '::1', '2606:4700::1']] }, port)
  await outbound(world)
    .request({ url: 'https://mixed.example/' })
    .catch(() => {})
  expect(world.dial.mock.calls).toEqual([
    [{ name: 'mixed.example', port: 443, addresses: [publicAddress, '2606:4700::1'] }],
  ])
})

test('a host with IPv6 addresses alone is checked and reached', async () => {
  const { port } = await serving((_request, response) => response.end('ok'))
  const world = internet({ 'six.example': [['2606:4700::1']], 'six-evil.example': [['fe80::1']] }, port)
  const { request } = outbound(world)
  await expect(request({ url: 'https://six-evil.example/' })).rejects.toMatchObject(refusedAddress)
  await expect(request({ url: 'https://six.example/' })).rejects.toMatchObject({ reason: 'tls' })
  expect(world.dial.mock.calls).toEqual([[{ name: 'six.example', port: 443, addresses: ['2606:4700::1'] }]])
})

test('rebinding: a name is asked for once per connection, and a later answer is checked again', async () => {
  const { port } = await listening(
    createSecureServer(tls, (_request, response) => response.writeHead(200, { connection: 'close' }).end('ok')),
  )
  // The certificate is for another name: whoever gets as far as TLS has passed the check of the address.
  const world = internet({ 'rebind.example': [[publicAddress], ['127.0.0.1']] }, port)
  const { request } = outbound(world)
  await expect(request({ url: 'https://rebind.example/' })).rejects.toMatchObject({ reason: 'tls' })
  await expect(request({ url: 'https://rebind.example/' })).rejects.toMatchObject(refusedAddress)
  expect(world.lookup).toHaveBeenCalledTimes(2)
  expect(world.dial.mock.calls).toEqual([[{ name: 'rebind.example', port: 443, addresses: [publicAddress] }]])
})

test('a redirect is an answer and is not followed', async () => {
  const inner = await serving((_request, response) => response.end('secret'))
  const { url } = await serving((_request, response) => response.writeHead(302, { location: inner.url }).end())
  const answer = await outbound().request({ url })
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe(inner.url)
  expect(inner.connections).toHaveLength(0)
})

test('plain HTTP and passwords in the address are refused', async () => {
  const { request, checkUrl } = outbound({ allowPrivate: false })
  await expect(request({ url: 'http://example.com/' })).rejects.toMatchObject(refusedAddress)
  await expect(request({ url: 'https://me:secret@example.com/' })).rejects.toMatchObject(refusedAddress)
  expect(checkUrl('http://example.com/')).toBe('must begin with https://')
  expect(checkUrl('https://me@example.com/')).toBe('must not contain a user name or a password')
  expect(checkUrl('https://10.0.0.1/')).toBe('must lead to the public internet')
  expect(checkUrl('example.com')).toBe('is not a valid address')
  expect(checkUrl('https://example.com/')).toBeUndefined()
})

test('TLS speaks the name of the address, not the one of a header, and the certificate must be its own', async () => {
  const names: unknown[] = []
  const server = createSecureServer(tls, (_request, response) => response.end('ok'))
  server.on('secureConnection', socket => names.push(socket.servername))
  const { port } = await listening(server)
  const lookup = async () => ['127.0.0.1']
  const { request } = outbound({ lookup, ca: tls.cert })
  const good = `https://localhost:${port}/`
  expect((await request({ url: good })).body.toString()).toBe('ok')
  expect((await request({ url: good, headers: { host: 'other.example' } })).status).toBe(200)
  expect((await request({ url: `https://localhost.:${port}/` })).status).toBe(200)
  expect((await request({ url: `https://127.0.0.1:${port}/` })).status).toBe(200)
  expect(names).toEqual(['localhost', 'localhost', 'localhost', false])
  await expect(request({ url: `https://other.example:${port}/` })).rejects.toMatchObject({ reason: 'tls' })
  await expect(outbound({ lookup }).request({ url: good })).rejects.toMatchObject({ reason: 'tls' })
})

test('a body without end is read up to the limit, and the connection is closed', async () => {
  let closed: () => void = () => {}
  const isClosed = new Promise<void>(resolve => {
    closed = resolve
  })
  const { url } = await serving((_request, response) => {
    response.on('close', closed)
    const pour = () => {
      while (response.write(Buffer.alloc(65_536, 'x')));
      response.once('drain', pour)
    }
    pour()
  })
  const answer = await outbound().request({ url, maxBytes: 100_000 })
  expect(answer.truncated).toBe(true)
  expect(answer.body).toHaveLength(100_000)
  await isClosed
})

test('a body of just the limit is whole', async () => {
  const { url } = await serving((_request, response) => response.end(Buffer.alloc(1000)))
  const answer = await outbound().request({ url, maxBytes: 1000 })
  expect([answer.body.length, answer.truncated]).toEqual([1000, false])
})

test('headers without end are refused', async () => {
  const { url } = await listening(
    createTcpServer(socket => {
      socket.on('error', () => {})
      socket.write(`HTTP/1.1 200 OK\r\n${`x-long: ${'x'.repeat(1000)}\r\n`.repeat(100)}`)
    }),
  )
  await expect(outbound().request({ url })).rejects.toMatchObject({ name: 'OutboundError', reason: 'too_large' })
})

test('the time limit covers a body that drips', async () => {
  const { url } = await serving((_request, response) => {
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  })
  await expect(outbound().request({ url, timeout: 300 })).rejects.toMatchObject({
    name: 'OutboundError',
    reason: 'timeout',
  })
})

test('the time limit covers a server that accepts and says nothing, a lookup and a connection that hang', async () => {
  const { url, port } = await listening(createTcpServer())
  const limit = { timeout: 100 }
  const late = { name: 'OutboundError', reason: 'timeout' }
  await expect(outbound().request({ url, ...limit })).rejects.toMatchObject(late)
  const never = () => new Promise<never>(() => {})
  const hanging = { ...internet({ 'slow.example': [[publicAddress]] }, port) }
  const slow = { url: 'https://slow.example/', ...limit }
  await expect(outbound({ ...hanging, lookup: never }).request(slow)).rejects.toMatchObject(late)
  await expect(outbound({ ...hanging, dial: never }).request(slow)).rejects.toMatchObject(late)
  await expect(outbound(hanging).request(slow)).rejects.toMatchObject(late)
})

test('a hanging receiver does not hold up the requests to another, nor later ones to itself', async () => {
  let waiting = 0
  const mute = await serving((_request, response) => {
    waiting++
    if (waiting > 20) response.end('ok')
  })
  const quick = await serving((_request, response) => response.end('ok'))
  const { request } = outbound()
  const stuck = Array.from({ length: 20 }, () => request({ url: mute.url, timeout: 1500 }).catch(error => error.reason))
  await vi.waitUntil(() => waiting === 20, { timeout: 10_000 })
  expect((await request({ url: quick.url, timeout: 1000 })).status).toBe(200)
  expect((await request({ url: mute.url, timeout: 1000 })).status).toBe(200)
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['timeout']))
})

test('the caller can call it off, and gets its own reason', async () => {
  const { url } = await listening(createTcpServer())
  const controller = new AbortController()
  const request = outbound().request({ url, signal: controller.signal })
  controller.abort(new Error('stopping'))
  await expect(request).rejects.toThrow('stopping')
  await expect(outbound().request({ url, signal: controller.signal })).rejects.toThrow('stopping')
})

test('each kind of fault has its name', async () => {
  const { request } = outbound({
    lookup: async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    },
  })
  await expect(request({ url: 'http://gone.example/' })).rejects.toMatchObject({ reason: 'dns' })
  await expect(outbound({ lookup: async () => [] }).request({ url: 'http://gone.example/' })).rejects.toMatchObject({
    reason: 'dns',
  })
  const closed = await serving(() => {})
  await closers.pop()?.()
  await expect(request({ url: closed.url })).rejects.toMatchObject({ reason: 'connect' })
  const nonsense = await listening(createTcpServer(socket => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')))
  await expect(request({ url: nonsense.url })).rejects.toMatchObject({ reason: 'protocol' })
  const hangsUp = await listening(createTcpServer(socket => socket.once('data', () => socket.destroy())))
  await expect(request({ url: hangsUp.url })).rejects.toMatchObject({ reason: 'connect' })
  const plain = await serving((_request, response) => response.end('ok'))
  await expect(request({ url: `https://127.0.0.1:${plain.port}/` })).rejects.toMatchObject({ reason: 'tls' })
  await expect(request({ url: plain.url, headers: { 'x-bad': 'a\r\nb' } })).rejects.toMatchObject({
    reason: 'protocol',
  })
})

test('an answer that stops half way is no answer', async () => {
  const { url } = await listening(
    createTcpServer(socket =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    ),
  )
  await expect(outbound().request({ url })).rejects.toMatchObject({ name: 'OutboundError' })
})
