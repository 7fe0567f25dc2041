/** A real app, as small as one can be: it has an address of its own, exchanges its code, and takes notifications. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { listening } from './listening.ts'

interface Notified {
  headers: IncomingHttpHeaders
  /** The bytes as they came. */
  raw: string
}

export interface TinyApp {
  url: string
  /** What its partner has copied from the access keys. */
  keys: { client_id: string; client_secret: string }
  /** What each code was exchanged for, in order. */
  tokens: { access_token: string; scope: string; user_id: number }[]
  /** What the browser brought along with each code. */
  states: (string | null)[]
  notified: Notified[]
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** `authUrl` is all that it knows of us. */
export async function tinyApp(authUrl: string): Promise<TinyApp> {
  const app: TinyApp = { url: '', keys: { client_id: '', client_secret: '' }, tokens: [], states: [], notified: [] }

  async function install({ searchParams }: URL): Promise<string> {
    app.states.push(searchParams.get('state'))
    const answer = await fetch(`${authUrl}/apps/authorize/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...app.keys, code: searchParams.get('code') ?? '' }),
    })
    const token = (await answer.json()) as TinyApp['tokens'][number]
    if (answer.ok) app.tokens.push(token)
    return `<!doctype html><title>App</title><h1>${answer.ok ? 'Welcome to the app' : 'No token'}</h1>`
  }

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '', 'http://app')
    if (request.method === 'POST') app.notified.push({ headers: request.headers, raw: await read(request) })
    const page = address.pathname === '/auth/install' ? await install(address) : ''
    response.setHeader('content-type', 'text/html').end(page)
  })
  app.url = await listening(server)
  return app
}
