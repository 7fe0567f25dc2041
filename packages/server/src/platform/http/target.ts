import type { IncomingMessage } from 'node:http'
import { type ApiError, refused } from '@bodega/api'

const absolute = /^https?:\/\/((?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?)(?=[/?]|$)/i

const isHost = (header: string | undefined) => header?.length === 4 && header.toLowerCase() === 'host'

/** After it nobody knows where the next request begins. */
const unclear = (description: string) => refused(400, description, { connection: 'close' })

/**
 * What somebody before us may read in another way: which host is meant, or where the body ends (RFC 9112, 3.2 and 6.1).
 * Requests of HTTP/1.0 may be without a host, and know no encoding.
 */
export function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts++
  if (hosts > 1) return unclear('There is more than one Host header')
  if (hosts === 0 && httpVersion === '1.1') return unclear('Host header is missing')
  const encoding = headers['transfer-encoding']
  if (encoding === undefined || (httpVersion === '1.1' && encoding.toLowerCase() === 'chunked')) return undefined
  return unclear('The only Transfer-Encoding is chunked, in HTTP/1.1')
}

/**
 * The target of a request, without the host. Proxies write addresses whole, `GET http://shop.example/v1/1/store`: the host
 * there is the one that counts, whatever the header says (RFC 9112, 3.2.2), and nothing behind this sees such an address.
 * The scheme is not believed: it says nothing about how the request came.
 */
export function takeTarget(request: IncomingMessage & { originalUrl?: string }): string {
  const url = request.url ?? '/'
  if (url.startsWith('/')) return url
  const [whole, host] = absolute.exec(url) ?? []
  if (whole === undefined || host === undefined) return url
  const rest = url.slice(whole.length)
  request.headers.host = host
  request.originalUrl = rest.startsWith('/') ? rest : `/${rest}`
  return request.originalUrl
}
