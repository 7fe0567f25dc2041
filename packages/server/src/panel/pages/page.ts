import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Stores } from '../../platform/database/database.ts'
import type { Door } from '../authorize.ts'
import type { PanelSettings } from '../session.ts'
import { type Language, languageOf, type Texts, texts } from '../texts/index.ts'
import { Html, html } from './html.ts'
import { hashOf, style, styleHash } from './style.ts'

/** What pages are made from. */
export interface PagesOptions extends Door, PanelSettings {
  stores: Stores
}

export interface PageParts {
  title: string
  body: Html
  /** Whom the page is about, beside ourselves. */
  about?: string
  status?: number
  /** Whether a form of the page may end at an app. */
  leadsToApp?: boolean
  /** Where the page can be read again, if not where it was asked for: what was posted leaves none by itself. */
  address?: string
  /** A page that the admin shows in a frame, with the one script that runs in it. */
  framed?: { script: string }
}

/**
 * Browsers hold every redirect after a form against the page that it stood on, and stop at the first that is not named.
 * Where an app leads on from its registered address (https, www, another host) is not known here, and the code is
 * given by then: such a form may end anywhere on the web.
 */
const formTargets = (leadsToApp: boolean): string => (leadsToApp ? "'self' https: http:" : "'self'")

/** Nothing of elsewhere; no script and in nobody's frame, unless it is meant for the admin; and no address of ours told to anybody (RFC 9700, 4.2 and 4.16). */
const policyOf = ({ leadsToApp = false, framed }: PageParts): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(framed ? [`script-src 'sha256-${hashOf(framed.script)}'`] : []),
    "img-src 'self'",
    `form-action ${formTargets(leadsToApp)}`,
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "base-uri 'none'",
  ].join('; ')

const names: Readonly<Record<Language, string>> = { es: 'Español', pt: 'Português', en: 'English' }

/** By hand, because the query that routes see has lost its NULs, and a `state` comes back as it was sent (D24). */
export function queryIn(address: string): URLSearchParams {
  const mark = address.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : address.slice(mark))
}

/** The same page in the other languages. */
function languages(address: string, current: Language): Html[] {
  const [path = ''] = address.split('?')
  return (Object.keys(names) as Language[]).map(language => {
    const parameters = queryIn(address)
    parameters.set('lang', language)
    return language === current
      ? html`<span lang="${language}">${names[language]}</span>`
      : html`<a lang="${language}" hreflang="${language}" href="${path}?${parameters.toString()}">${names[language]}</a>`
  })
}

/** The first letter, which may be more than one unit of the text. */
const initialOf = (name: string): string => ([...name.trim()][0] ?? '').toUpperCase()

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (texts: Texts, language: Language) => PageParts,
): FastifyReply {
  const language = languageOf(request)
  const parts = make(texts[language], language)
  const { title, body, about, status = 200, framed } = parts
  const address = parts.address ?? (request.method === 'POST' ? undefined : request.originalUrl)
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · Bodega</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<div class="marks" aria-hidden="true">${about && html`<span class="initial">${initialOf(about)}</span> → `}<img src="/favicon.svg" alt=""></div>
${body}
<footer><span>Bodega</span>${
    address !== undefined && html`<nav aria-label="${texts[language].language}">${languages(address, language)}</nav>`
  }</footer>
</main>
${framed && html`<script>${new Html(framed.script)}</script>`}
</body>
</html>`
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(parts),
      'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(document.text)
}
