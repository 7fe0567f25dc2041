import { isScope, notFound, scopesBeyond, scopeTexts } from '@bodega/api'
import type { Consent } from '@bodega/api/panel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { csrfTokenOf, type SignedIn } from '../../accounts/index.ts'
import { type AuthorizationRequest, examine, isAgreed } from '../../apps/index.ts'
import { refuseForged, signedInBy } from '../authorize.ts'
import { consentOf, decide } from '../consent.ts'
import { chosenLanguage, inLanguage, type Language, type Texts } from '../texts/index.ts'
import { type Html, html } from './html.ts'
import { type PagesOptions, queryIn, sendPage } from './page.ts'

const names = [
  'state',
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
] as const

type Form = Readonly<Record<string, string | undefined>>

const queryOf = ({ originalUrl }: FastifyRequest): Form => Object.fromEntries(queryIn(originalUrl))

const requestOf = (form: Form): AuthorizationRequest => Object.fromEntries(names.map(name => [name, form[name]]))

/** The same once more as a query: whoever must sign in again in between still comes back to the app with its `state`. */
function carriedIn(asked: AuthorizationRequest, more: Form = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...more, ...asked })) if (value !== undefined) query.set(name, value)
  return query.toString()
}

/** Whoever has chosen a language here signs in with it. */
function signInFor(request: FastifyRequest, next: string): string {
  const lang = chosenLanguage(request)
  return `/sign-in?next=${encodeURIComponent(next)}${lang ? `&lang=${lang}` : ''}`
}

/** The scopes that the page has shown. */
const scopesIn = ({ scopes = '' }: Form): string[] => scopes.split(',').filter(scope => scope !== '')

/** Whether a path is one of those below, from where a store that has agreed before is led to the app at once. */
export const isAuthorization = (path: string): boolean =>
  /^(\/admin)?\/apps(\/[^/?#]+)?\/authorize\/?([?#]|$)/.test(path)

const appOf = ({ params }: FastifyRequest) => Number((params as { app_id: string }).app_id)

export function serveAuthorize(app: FastifyInstance, options: PagesOptions): void {
  const { db, world, url } = options

  app.get('/apps/:app_id/authorize', async (request, reply) => {
    const asked = requestOf(queryOf(request))
    const found = await examine(db, appOf(request), asked)
    const signedIn = await signedInBy(options, request)
    if (!signedIn) return reply.redirect(signInFor(request, request.originalUrl), 303)
    const consent = await consentOf(db, found, signedIn)
    const [only, ...others] = consent.stores
    if (only && others.length === 0 && isAgreed(found, only.granted)) {
      const { id: app_id, scopes } = found
      const decision = { app_id, request: asked, store_id: only.id, scopes, decision: 'accept' } as const
      const target = await db.tx(tx => decide(tx, world, url, signedIn, decision))
      return reply.redirect(target ?? request.originalUrl, 303)
    }
    const { store_id, changed } = request.query as Form
    return sendPage(request, reply, (texts, language) => ({
      title: texts.consent.title(found.name),
      about: found.name,
      leadsToApp: true,
      body: consentPage(texts, language, {
        ...{ consent, signedIn, asked, wanted: Number(store_id) },
        ...{ hasChanged: changed !== undefined, here: request.originalUrl },
      }),
    }))
  })

  app.post('/apps/:app_id/authorize', async (request, reply) => {
    const form = request.body as Form
    // A page of an older release has them as fields of their own.
    const asked = requestOf({ ...form, ...Object.fromEntries(new URLSearchParams(form.asked)) })
    const signedIn = await signedInBy(options, request)
    const again = (more: Form = {}) =>
      `/apps/${appOf(request)}/authorize?${carriedIn(asked, { lang: chosenLanguage(request), ...more })}`
    if (!signedIn) return reply.redirect(signInFor(request, again({ store_id: form.store_id })), 303)
    refuseForged(options, request, signedIn, form.csrf_token)
    const decision = form.decision === 'accept' ? 'accept' : 'decline'
    const decided = {
      app_id: appOf(request),
      request: asked,
      store_id: Number(form.store_id),
      scopes: scopesIn(form),
      decision,
    } as const
    const target = await db.tx(tx => decide(tx, world, url, signedIn, decided))
    // 303, so that what was posted to us is not posted to the app (RFC 9700, 4.12).
    return reply.redirect(target ?? again({ store_id: String(decided.store_id), changed: '' }), 303)
  })

  // As OAuth libraries have it: one address, and the app by its `client_id`.
  app.get('/apps/authorize', async (request, reply) => {
    const { client_id = '' } = queryOf(request)
    if (!/^\d+$/.test(client_id)) throw notFound('There is no such app')
    return reply.redirect(`/apps/${client_id}${request.originalUrl.slice('/apps'.length)}`, 303)
  })

  // Where the store admin of the public ecosystem has it.
  app.get('/admin/apps/:app_id/authorize', async (request, reply) =>
    reply.redirect(request.originalUrl.slice('/admin'.length), 303),
  )
}

interface ConsentPage {
  consent: Consent
  signedIn: SignedIn
  asked: AuthorizationRequest
  /** The store that was chosen before, if any. */
  wanted: number
  /** Whether the app has asked for other scopes when the page was shown before. */
  hasChanged: boolean
  /** The address of this page. */
  here: string
}

const inWords = (scopes: readonly string[], language: Language): string[] =>
  scopes.filter(isScope).map(scope => scopeTexts[language][scope])

function consentPage(texts: Texts, language: Language, page: ConsentPage): Html {
  const { consent, signedIn, asked } = page
  const { app, scopes, stores } = consent
  const t = texts.consent
  const words = inWords(scopes, language).map(text => html`<li>${text}</li>`)
  const csrf = html`<input type="hidden" name="csrf_token" value="${csrfTokenOf(signedIn.secret)}">`
  // As a query, because browsers write every end of a line in a field as two characters, and `state` may have one.
  const carried = html`<input type="hidden" name="asked" value="${carriedIn(asked)}">`
  return html`
<h1>${t.title(app.name)}</h1>
${page.hasChanged && html`<p class="bad" role="alert">${t.changed}</p>`}
<p class="quiet">${t.publisher(app.publisher)}</p>
${words.length > 0 ? html`<h2>${t.scopes}</h2><ul>${words}</ul>` : html`<p>${t.noScopes}</p>`}
<p class="quiet">${t.lifetime}</p>
${app.privacy_policy_url && html`<p><a href="${app.privacy_policy_url}" rel="noopener noreferrer">${t.privacy}</a></p>`}
<form method="post" action="/apps/${app.id}/authorize?lang=${language}">
${csrf}${carried}<input type="hidden" name="scopes" value="${scopes.join(',')}">
${storeChoice(t, language, page)}
<p class="quiet">${t.leads(new URL(app.redirect_url).host)}</p>
<div class="actions">
${stores.length > 0 && html`<button class="main" name="decision" value="accept">${t.accept}</button>`}
<button name="decision" value="decline">${t.decline}</button>
</div>
</form>
<form class="who" method="post" action="/sign-out">${csrf}<input type="hidden" name="next" value="${page.here}">
<p class="quiet">${t.you} ${signedIn.account.email} · <button class="link">${t.notYou}</button></p></form>`
}

function storeChoice(t: Texts['consent'], language: Language, { consent, wanted }: ConsentPage): Html {
  const { stores, scopes } = consent
  const [first] = stores
  if (!first) return html`<p class="bad" role="alert">${t.noStore}</p>`
  const chosen = stores.find(({ id }) => id === wanted) ?? first
  return html`<fieldset><legend>${t.store}</legend>${stores.map(({ id, name, granted }) => {
    const added = granted ? scopesBeyond(granted, scopes) : []
    return html`<label class="choice"><input type="radio" name="store_id" value="${id}" required${
      id === chosen.id && html` checked`
    }><span>${inLanguage(name, language)}${granted && html` <span class="quiet">(${t.installed})</span>`}${
      added.length > 0 && html`<span class="more">${t.added} ${inWords(added, language).join(' · ')}</span>`
    }</span></label>`
  })}</fieldset>`
}
