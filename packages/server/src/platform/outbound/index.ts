/**
 * The one way in which the server calls others: images, webhooks, carriers. Their addresses come from strangers, so
 * the address that is really connected to is checked, redirects are not followed, and time and size have limits.
 */
import { LRUCache } from 'lru-cache'
import type { Agent } from 'undici'
import { createConnector, type Dial, dial } from './connect.ts'
import { OutboundError } from './error.ts'
import { exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { type Lookup, publicLookup, systemLookup } from './lookup.ts'
import { refusalOf } from './url.ts'

export type { OutboundAnswer, OutboundRequest }

export interface OutboundOptions {
  /** Plain HTTP, loopback and private addresses too. */
  allowPrivate: boolean
  lookup?: Lookup
  dial?: Dial
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

/** Why an address may not be called, e.g. `must begin with https://`, or nothing (D64). */
export type CheckUrl = (url: string) => string | undefined

export interface Outbound {
  /** Rejects with an `OutboundError`, or with the reason of `signal`. Any status is an answer. */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  checkUrl: CheckUrl
  close(): Promise<void>
}

export function createOutbound({ allowPrivate, ca, ...network }: OutboundOptions): Outbound {
  let agent: Promise<Agent> | undefined

  /** Loaded when it is needed: undici costs a fifth of a second and some 20 MB. */
  async function makeAgent(): Promise<Agent> {
    const { Agent, buildConnector } = await import('undici')
    const connect = createConnector({
      allowPrivate,
      lookup: network.lookup ?? (allowPrivate ? systemLookup : publicLookup()),
      dial: network.dial ?? dial,
      secure: buildConnector(ca === undefined ? {} : { ca }),
    })
    // The time limit of the request is the only one.
    return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
  }

  const checkUrl = (url: string) => refusalOf(url, allowPrivate)

  /** Taking an address apart costs more than a look into a table, and many requests go to few addresses. */
  const known = new LRUCache<string, { origin: string; path: string; refusal: string | undefined }>({ max: 1000 })
  function partsOf(url: string) {
    let parts = known.get(url)
    if (!parts) {
      parts = { ...split(url), refusal: checkUrl(url) }
      known.set(url, parts)
    }
    return parts
  }

  return {
    checkUrl,
    request(asked) {
      const { url, method = 'GET', headers = {}, body = null } = asked
      const { origin, path, refusal } = partsOf(url)
      if (refusal !== undefined) return Promise.reject(new OutboundError('refused_address', `the address ${refusal}`))
      agent ??= makeAgent()
      return exchange(agent, { origin, path, method, headers, body }, asked)
    },
    close: async () => (await agent)?.destroy(),
  }
}

function split(url: string): { origin: string; path: string } {
  if (!URL.canParse(url)) return { origin: '', path: '' }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}
