import type { IncomingHttpHeaders } from 'node:http'
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
