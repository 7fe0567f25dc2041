import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { originOf } from './transport.ts'

/**
 * Whether a request comes from a page of ours, or from no page at all. Browsers say where a request comes from in two
 * headers that no script can change. A page that sends no referrer makes its own forms say `Origin: null`, as a page of
 * elsewhere can too: then `Sec-Fetch-Site` has to vouch for it.
 */
export function isFromHere({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, own: readonly string[]): boolean {
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return true
  return origin === 'null' ? site === 'same-origin' : own.includes(origin)
}

/** The origins of our own pages: the address that was asked, and the public ones. */
export const ownOrigins = (request: FastifyRequest, publicUrls: readonly string[]): string[] => [
  originOf(request, []),
  ...publicUrls,
]

/** Endings under which nobody can buy a name (RFC 6761, 6762 and 9476). */
const unsold = /\.(?:localhost|local|test|internal)$/

/**
 * Whether the name in an address is none that a stranger could have bought and pointed at us: a page that came from there
 * under that name counts as ours (DNS rebinding). It has no cookie of ours, so only what asks for none must beware.
 */
export function isOwnName(address: string, publicUrls: readonly string[]): boolean {
  const { hostname } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !hostname.includes('.') || unsold.test(hostname)) return true
  return publicUrls.some(url => new URL(url).hostname === hostname)
}
