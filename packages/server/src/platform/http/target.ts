import type { IncomingMessage } from 'node:http'
import { type ApiError, refused } from '@bodega/api'

const absolute = /^https?:\/\/((?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?)(?=[/?]|$)/i

const isHost = (header: string | undefined) => header?.length === 4 && header.toLowerCase() === 'host'

/** RFC 9112, 3.2: no request of HTTP/1.1 is without a host, those of 1.0 may be; and of two, others may read the other. */
export function hostFault({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (isHost(rawHeaders[i])) hosts++
  if (hosts > 1) return refused(400, 'There is more than one Host header')
  return hosts === 0 && httpVersion === '1.1' ? refused(400, 'Host header is missing') : undefined
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
