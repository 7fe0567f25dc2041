/** The pages that must work before any script does: signing in, agreeing to an app, and what a buyer is shown. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formLimit } from '../../platform/http/body.ts'
import { refusalOf, sendError } from '../../platform/http/errors.ts'
import { serveAuthorize } from './authorize.ts'
import { serveCallback } from './callback.ts'
import { serveDemoApp } from './demo-app.ts'
import { serveDraft } from './draft.ts'
import { html } from './html.ts'
import { type PagesOptions, sendPage } from './page.ts'
import { serveSignIn } from './sign-in.ts'

export function servePlainPages(app: FastifyInstance, options: PagesOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    scope.addHook('preHandler', async request => {
      if (request.method === 'POST') request.body ??= {}
    })
    // For people, in their language; what is our own fault is told as everywhere.
    scope.setErrorHandler((error, request, reply) => {
      const refusal = refusalOf(error)
      if (!refusal || refusal.status >= 500) return sendError(error, request, reply)
      const { status, body, headers } = refusal
      sendPage(request, reply.headers(headers), ({ refusal: t }) => ({
        title: t.title,
        status,
        body: html`<h1>${t.title}</h1><p>${t.lead}</p><p class="quiet"><code>${status} ${String((body as { description?: unknown }).description ?? '')}</code></p>`,
      }))
    })
    serveSignIn(scope, options)
    serveAuthorize(scope, options)
    serveCallback(scope, options)
    serveDraft(scope, options)
    if (options.demo) serveDemoApp(scope)
  })
}
