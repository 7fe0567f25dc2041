import { BlockList, isIPv6 } from 'node:net'
import { type ApiError, refused } from '@bodega/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
// `check` looks into IPv4-mapped addresses (::ffff:127.0.0.1) by itself.

export const isLoopback = (address: string): boolean =>
  address === '127.0.0.1' || loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** What a trusted proxy says, or passes on, is a text: in any letters, and nothing but `https` is that. */
export const schemeOf = ({ protocol }: FastifyRequest): 'https' | 'http' =>
  protocol.toLowerCase() === 'https' ? 'https' : 'http'

/**
 * The address of who asks; nothing where the connection is gone by now. Some proxies name the port behind it, which is
 * another one for each connection.
 */
export const clientOf = ({ ip = '' }: FastifyRequest): string =>
  ip.replace(/^(?:(\d+(?:\.\d+){3})|\[([\da-f:.]+)\])(?::\d+)?$/i, '$1$2')

/** Who asks whether the server is well comes from inside, past the proxy, and sends no secret. */
const isProbe = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/health/') === true

/** Plain HTTP is answered on loopback only, or where a setting says so (D15). No redirect: a secret was already sent. */
export function refusePlainHttp(request: FastifyRequest, allowPlainHttp: boolean): ApiError | undefined {
  if (allowPlainHttp || schemeOf(request) === 'https' || isLoopback(clientOf(request)) || isProbe(request))
    return undefined
  return refused(403, 'Use HTTPS')
}

/** Of a name that others may use for other things too, as `localhost` or one with a port, it would say too much. */
const hostOfItsOwn = /^https:\/\/([^/:]+\.[^/:]+)$/

/** At a public address with https, browsers are told for a year never to come without it. */
export function demandHttps(app: FastifyInstance, publicUrls: readonly string[]): void {
  const hosts = new Set(publicUrls.flatMap(url => hostOfItsOwn.exec(url)?.[1] ?? []))
  if (hosts.size === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (hosts.has(request.host)) reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

/**
 * Scheme and host for links: the public address that was asked, else the canonical one. Where none is set, the host
 * of the request, so that a laptop or a container needs no setting.
 */
export function originOf(request: FastifyRequest, publicUrls: readonly string[]): string {
  const scheme = schemeOf(request)
  const asked = `${scheme}://${request.host}`
  const [canonical] = publicUrls
  if (canonical === undefined) return URL.canParse(asked) ? new URL(asked).origin : `${scheme}://localhost`
  const { host } = URL.canParse(asked) ? new URL(asked) : { host: '' }
  return publicUrls.find(url => new URL(url).host === host) ?? canonical
}
