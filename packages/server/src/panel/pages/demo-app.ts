import type { FastifyInstance } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'

/**
 * The app's side of an embedded app in its smallest form: it greets, says that it is ready, and shows what it is told.
 * Answers are taken from the admin around it alone, which has our own origin.
 */
const script = `
const say = type => parent.postMessage({ type }, location.origin)
const show = (name, text) => { document.getElementById(name).textContent = text }
const claimsOf = token => atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))
const heard = {
  'app/connected': () => ['app/ready', 'app/store/info', 'app/user/info', 'app/auth/sessionToken'].forEach(say),
  'app/store/info': ({ id, name, country, currency }) => show('store', name + ' (' + [id, country, currency].join(', ') + ')'),
  'app/user/info': ({ name, roles }) => show('user', name + ' (' + roles.join(', ') + ')'),
  'app/auth/sessionToken': ({ token }) => show('token', JSON.stringify(JSON.parse(claimsOf(token)), null, 1)),
}
addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && source !== window && origin === location.origin) heard[data.type]?.(data.payload)
})
if (parent !== window) say('app/connected')
`

/** What the demo app shows in the admin. */
export function serveDemoApp(app: FastifyInstance): void {
  app.get('/demo/app', async (request, reply) =>
    sendPage(request, reply, ({ demoApp: t }) => ({
      title: t.title,
      framed: { script },
      body: html`
<h1>${t.title}</h1>
<p>${t.lead}</p>
<h2>${t.store}</h2><p id="store">${t.waiting}</p>
<h2>${t.user}</h2><p id="user">${t.waiting}</p>
<h2>${t.token}</h2><pre tabindex="0"><code id="token">${t.waiting}</code></pre>
<p class="quiet">${t.verify}</p>`,
    })),
  )
}
