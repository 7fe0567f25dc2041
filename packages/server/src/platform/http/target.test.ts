import { beforeAll, describe, expect, test } from 'vitest'
import { listening } from '../../testing/listening.ts'
import { aLocation, app, store, type TestStore } from '../../testing/store.ts'
import { Wire } from '../../testing/wire.ts'

let shop: TestStore
let port: number

beforeAll(async () => {
  const server = await app()
  shop = await store({ server })
  for (let i = 0; i < 2; i++) await shop.client.locations.create({ body: aLocation() })
  port = Number(new URL(await listening(server.server)).port)
})

/** The answer to this target with these lines about the host, and the host of its links. */
async function ask(target: string, ...hosts: string[]) {
  const wire = new Wire(port)
  const own = Object.entries(shop.headers).map(([name, value]) => `${name}: ${value}`)
  const answer = await wire.send(
    Buffer.from(`GET ${target} HTTP/1.1\r\n${[...hosts, ...own].join('\r\n')}\r\n\r\n`, 'latin1'),
    false,
  )
  wire.close()
  if (typeof answer === 'string') throw new Error(answer)
  const { status, headers, body } = answer
  return { status, link: /^<(.*?)[?>]/.exec(headers.link ?? '')?.[1], description: JSON.parse(body).description }
}

const locations = () => `/v1/${shop.id}/locations`

describe('RFC 9112, 3.2.2: an address with scheme and host, as proxies write it, is taken', () => {
  test('and its host is the one that counts', async () => {
    const link = `http://shop.example:8080${locations()}`
    expect(await ask(`${link}?per_page=1`, 'host: other.example')).toEqual({
      status: 200,
      link,
      description: undefined,
    })
    const v6 = `http://[::1]${locations()}`
    expect(await ask(`${v6}?per_page=1`, 'host: [::1]')).toMatchObject({ status: 200, link: v6 })
  })

  test('its scheme is not how the request came, and its path may be left out', async () => {
    const link = `http://shop.example${locations()}`
    expect(await ask(`HTTPS://shop.example/${locations()}?per_page=1`, 'host: x')).toMatchObject({ status: 200, link })
    expect(await ask('http://shop.example?a=/v1/1/store', 'host: x')).toMatchObject({ status: 404 })
    expect(await ask('http://shop.example/nowhere', 'host: x')).toMatchObject({ status: 404 })
  })

  test.each(['http://', 'http://user@shop.example', 'http://shop.example\\@x', 'ftp://shop.example', 'http:', 'x'])(
    'but nothing else is: %s',
    async start => {
      expect((await ask(`${start}${locations()}`, 'host: shop.example')).status).toBeGreaterThanOrEqual(400)
    },
  )

  test('and a header with the host is still needed', async () => {
    const description = 'Host header is missing'
    expect(await ask(`http://shop.example${locations()}`)).toMatchObject({ status: 400, description })
  })
})

test('RFC 9112, 3.2: two hosts are refused, also the same', async () => {
  const description = 'There is more than one Host header'
  for (const second of ['Host: b.example', 'host: a.example'])
    expect(await ask(locations(), 'Host: a.example', second)).toMatchObject({ status: 400, description })
})

describe('RFC 9112, 6.1: a body that others may measure in another way ends with its connection', () => {
  const post = async (path: string, line: string, ...headers: string[]) => {
    const wire = new Wire(port)
    const head = [`POST ${path} ${line}`, 'host: x', 'content-type: application/json', ...headers].join('\r\n')
    const answer = await wire.send(Buffer.from(`${head}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 'latin1'), false)
    wire.close()
    if (typeof answer === 'string') throw new Error(answer)
    return { status: answer.status, connection: answer.headers.connection }
  }

  describe.each(['/panel/session', '/v1/1/orders', '/apps/authorize/token', '/sign-in'])('at %s', path => {
    test.each([
      ['an encoding in HTTP/1.0', 'HTTP/1.0', ['connection: keep-alive', 'transfer-encoding: chunked']],
      ['another encoding inside', 'HTTP/1.1', ['transfer-encoding: gzip, chunked']],
      ['twice the same', 'HTTP/1.1', ['transfer-encoding: chunked', 'transfer-encoding: chunked']],
    ])('%s', async (_what, line, headers) => {
      expect(await post(path, line, ...headers)).toEqual({ status: 400, connection: 'close' })
    })
  })

  test('but not one in chunks', async () => {
    const answer = await post('/panel/session', 'HTTP/1.1', 'transfer-encoding: Chunked')
    expect(answer).toEqual({ status: 422, connection: 'keep-alive' })
  })
})
