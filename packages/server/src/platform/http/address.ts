import { type Version, versions } from '@bodega/api'

/** Where the routes of the API stand: addresses are rewritten to it, so that each exists once. */
export const mount = '/@api'

/** Where a request to the API really goes: `/v1/123/products/?` and `/v1/products` both mean the route `/products`. */
export interface Address {
  version: Version
  /** The store in the path; without one the token's store is meant (D3). */
  store: string | undefined
  path: string
  search: string
}

declare module 'fastify' {
  interface FastifyRequest {
    address: Address | 'unknownVersion' | undefined
  }
}

const versioned = /^\/(v\d+|\d{4}-\d{2}|unstable)(?:\/(\d+))?(\/.*)?$/

const isVersion = (text: string): text is Version => (versions as readonly string[]).includes(text)

/** `undefined` where the path is none of the API; `unknownVersion` where it is one of an API that is not served. */
export function parseAddress(url: string): Address | 'unknownVersion' | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  // Some clients put a slash between an address that ends in one and a path that begins with one.
  const found = versioned.exec(path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path)
  if (!found) return undefined
  const [, version = '', store, rest = ''] = found
  if (!isVersion(version)) return 'unknownVersion'
  return { version, store, path: withoutSlashes(rest) || '/', search: mark < 0 ? '' : url.slice(mark) }
}

/** What stands where the version of the API would: the first of `/latest/1/products`. */
export const versionLike = (url: string): string | undefined => /^\/([^/?]+)\/\d+\//.exec(url)?.[1]

/** By hand: `/\/+$/` takes a second for the slashes that fit into one request. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
