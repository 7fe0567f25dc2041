import type { FastifyInstance } from 'fastify'
import { ownerOf } from '../../access/index.ts'
import { appOfCode } from '../../apps/index.ts'
import { html } from './html.ts'
import { type PagesOptions, sendPage } from './page.ts'

/** Where apps without an address of their own are sent: shows the code, and the request that gets a token for it. */
export function serveCallback(app: FastifyInstance, { db, world, url }: PagesOptions): void {
  app.get('/demo/callback', async (request, reply) => {
    const { code = '', state, error } = request.query as Readonly<Record<string, string | undefined>>
    const store = ownerOf(code, ['bac'])
    const client_id = store === undefined ? undefined : await appOfCode(db, world.now(), store, code)
    const curl = [
      `curl ${url}/apps/authorize/token`,
      `  -d client_id=${client_id}`,
      "  -d client_secret='YOUR_CLIENT_SECRET'",
      `  -d code=${code}`,
    ].join(' \\\n')
    return sendPage(request, reply, ({ callback: t }) => {
      const none = error === undefined ? t.noCode : t.declined
      const title = client_id === undefined ? none : t.title
      return {
        title,
        body: html`
<h1>${title}</h1>
${
  client_id === undefined
    ? html`<p>${error === undefined ? t.noCodeLead : t.declinedLead}</p>`
    : html`<p>${t.lead}</p><pre tabindex="0"><code>${curl}</code></pre><p class="quiet">${t.secret}</p>`
}
${state !== undefined && html`<p class="quiet">state: <code>${state.slice(0, 2048)}</code></p>`}`,
      }
    })
  })
}
