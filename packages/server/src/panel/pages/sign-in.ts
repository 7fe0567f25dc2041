import { ApiError, notFound } from '@bodega/api'
import { localPath, withLanguage } from '@bodega/api/panel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endSession, enter, findByEmail, signIn } from '../../accounts/index.ts'
import { forgetSession, isAtHome, keepSession, refuseForged, signedInBy, visitOf } from '../authorize.ts'
import { chosenLanguage } from '../texts/index.ts'
import { isAuthorization } from './authorize.ts'
import { html } from './html.ts'
import { type PagesOptions, sendPage } from './page.ts'

type Form = Readonly<Record<string, string | undefined>>

/** Where no page of ours was wanted, the start. */
const pageAfter = (next: string | undefined): string => localPath(next) ?? '/'

/** The language that was chosen here stays on the way to the app. */
function nextOf(request: FastifyRequest): string {
  const next = pageAfter((request.query as Form).next)
  const lang = chosenLanguage(request)
  return lang && isAuthorization(next) ? withLanguage(next, lang) : next
}

/** For the pages that lead to a sign-in by other ways. */
function wayBack(request: FastifyRequest, next: string): string {
  const lang = chosenLanguage(request)
  return new URLSearchParams({ next, ...(lang && { lang }) }).toString()
}

export function serveSignIn(app: FastifyInstance, options: PagesOptions): void {
  const { db, world, demo, signUp } = options

  const show = (request: FastifyRequest, reply: FastifyReply, next: string, email = '', refusal?: ApiError) =>
    sendPage(request, reply, ({ signIn: t }, language) => ({
      title: t.title,
      status: refusal?.status ?? 200,
      leadsToApp: isAuthorization(next),
      address: `/sign-in?${wayBack(request, next)}`,
      body: html`
<h1>${t.title}</h1>
<p class="quiet">${t.lead}</p>
${refusal && html`<p class="bad" role="alert">${refusal.status === 429 ? t.tooOften : t.wrong}</p>`}
<form method="post" action="/sign-in?lang=${language}">
<input type="hidden" name="next" value="${next}">
<label for="email">${t.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}">
<label for="password">${t.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256">
<div class="actions"><button class="main">${t.submit}</button></div>
</form>
<p class="ways"><a href="/forgot-password?${wayBack(request, next)}">${t.forgot}</a>${
        signUp && html` <a href="/sign-up?${wayBack(request, next)}">${t.signUp}</a>`
      }</p>
${
  demo &&
  isAtHome(options, request) &&
  html`<h2>${t.demo}</h2><form method="post" action="/sign-in/demo"><input type="hidden" name="next" value="${next}">
<div class="actions"><button name="as" value="owner">${t.asOwner}</button><button name="as" value="partner">${t.asPartner}</button></div></form>`
}`,
    }))

  app.get('/sign-in', async (request, reply) => {
    const next = nextOf(request)
    return (await signedInBy(options, request)) ? reply.redirect(next, 303) : show(request, reply, next)
  })

  app.post('/sign-in', async (request, reply) => {
    const { email = '', password = '', next } = request.body as Form
    refuseForged(options, request, undefined, undefined)
    try {
      const secret = await signIn(db, world, { email: email.trim(), password }, visitOf(options, request))
      keepSession(options, request, reply, secret)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return show(request, reply.headers(error.headers), pageAfter(next), email.slice(0, 254), error)
    }
    return reply.redirect(pageAfter(next), 303)
  })

  if (demo) {
    app.post('/sign-in/demo', async (request, reply) => {
      const { as, next } = request.body as Form
      refuseForged(options, request, undefined, undefined)
      if (!isAtHome(options, request)) throw notFound()
      const account = await findByEmail(db, as === 'partner' ? demo.partner : demo.owner)
      if (account) keepSession(options, request, reply, await enter(db, world, account.id, visitOf(options, request)))
      return reply.redirect(pageAfter(next), 303)
    })
  }

  app.post('/sign-out', async (request, reply) => {
    const { csrf_token, next } = request.body as Form
    const signedIn = await signedInBy(options, request)
    refuseForged(options, request, signedIn, csrf_token)
    if (signedIn) await endSession(db, signedIn.account.id, signedIn.session)
    forgetSession(options, request, reply)
    return reply.redirect(pageAfter(next), 303)
  })
}
