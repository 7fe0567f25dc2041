/** People in front of a browser: each has a cookie jar, and the clients that our pages use. */
import { type Client, createClient } from '@bodega/api'
import { createPanelClient, type PanelClient, type Session } from '@bodega/api/panel'
import type { FastifyInstance } from 'fastify'
import { fetchFrom } from './inject.ts'

export interface Person {
  panel: PanelClient
  /** The pages' client of the public API, for a store. */
  client(store: number): Client
  /** Of the session that the browser has. */
  cookie(): string | undefined
  /** `fetch` with the cookies and headers of a page of ours. */
  fetch: typeof fetch
  session(): Session
}

const password = 'correct horse battery'
let made = 0

export const person = (server: FastifyInstance, headers: Record<string, string> = {}): Person =>
  browsing('http://localhost', fetchFrom(server), headers)

/** The same in front of a server that runs by itself. */
export const personAt = (url: string, send = globalThis.fetch): Person => browsing(url, send, {})

function browsing(baseUrl: string, send: typeof globalThis.fetch, headers: Record<string, string>): Person {
  const jar = new Map<string, string>()
  let session: Session | undefined
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const given = { 'user-agent': 'Browser', ...headers, ...(init?.headers as Record<string, string>) }
    const cookie = [...jar.values()].join('; ')
    const answer = await send(input, { ...init, headers: { ...(cookie ? { cookie } : {}), ...given } })
    for (const [pair = ''] of answer.headers.getSetCookie().map(set => set.split(';'))) {
      const [name = ''] = pair.split('=')
      if (pair.endsWith('=')) jar.delete(name)
      else jar.set(name, pair)
    }
    const body = await answer.clone().text()
    if (body.startsWith('{"account"')) session = JSON.parse(body)
    return answer
  }
  return {
    fetch,
    cookie: () => [...jar.values()].find(pair => pair.includes('bodega_session=')),
    session: () => {
      if (!session) throw new Error('nobody has signed in')
      return session
    },
    panel: createPanelClient({ baseUrl, csrfToken: () => session?.csrf_token ?? null, fetch }),
    client: storeId => createClient({ baseUrl, storeId, csrfToken: () => session?.csrf_token ?? '', fetch }),
  }
}

/** Somebody who has signed up. */
export async function signedUp(server: FastifyInstance, headers: Record<string, string> = {}): Promise<Person> {
  const someone = person(server, headers)
  const email = `person${++made}@test.example`
  await someone.panel.accounts.create({ body: { name: `Person ${made}`, email, password } })
  return someone
}
