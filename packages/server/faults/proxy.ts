/** A small proxy before several servers: what one of them does not take, the next one gets. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { atEnd } from '../src/testing/ending.ts'
import { freePort } from '../src/testing/process.ts'

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

const collect = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Nothing where the server is not there, or ended before its answer did. */
const forward = (url: string, { method, path, headers, body }: Asked): Promise<Reply | undefined> =>
  new Promise(resolve => {
    const outgoing = request(`${url}${path}`, { method, headers, agent: false }, answer => {
      collect(answer).then(
        content => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: content }),
        () => resolve(undefined),
      )
    })
    outgoing.on('error', () => resolve(undefined)).end(body)
  })

/** As `proxy_next_upstream error http_503 non_idempotent` of nginx; who writes sends an Idempotency-Key. */
export async function proxyTo(urls: readonly string[]): Promise<string> {
  let turn = 0
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const asked = { method, path, headers: { ...headers, connection: 'close' }, body: await collect(incoming) }
    const first = turn++
    let reply: Reply | undefined
    for (let tried = 0; tried < urls.length && (!reply || reply.status === 503); tried++)
      reply = (await forward(urls[(first + tried) % urls.length] ?? '', asked)) ?? reply
    const { connection: _, 'keep-alive': __, ...kept } = reply?.headers ?? {}
    response.writeHead(reply?.status ?? 502, kept).end(reply?.body)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}
