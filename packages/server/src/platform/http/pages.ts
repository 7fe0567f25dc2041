import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Scripts, styles and fonts of our own, and no script in the page; nobody may put a page of ours into a frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // Pictures that are being chosen are shown before they are sent.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const documentHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Names and ports: what could begin another directive of the policy is no origin that a page of ours would show. */
const origin = /^https?:\/\/[a-z0-9.:[\]-]+$/

/** The one origin that a page may show in a frame; most show none. */
export type FrameOf = (request: FastifyRequest) => Promise<string | undefined>

/** The name of an asset says what is in it, so it never changes. */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }

const headersOf = (path: string) =>
  path.endsWith('.html') ? documentHeaders : path.includes(`${sep}assets${sep}`) ? assetHeaders : {}

/**
 * The pages stand at `/`; the paths that their own router knows are one document, some of them with a frame in
 * it. Assets that the build has compressed are sent so. A checkout whose pages are not built serves the API alone.
 */
export function servePages(
  app: FastifyInstance,
  root: string,
  paths: readonly string[],
  framed: Readonly<Record<string, FrameOf>>,
): void {
  if (!existsSync(root)) return
  app.register(fastifyStatic, {
    root,
    prefix: '/',
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value)
    },
  })
  for (const path of paths) app.get(path, (_request, reply) => reply.sendFile('index.html'))
  for (const [path, frameOf] of Object.entries(framed)) {
    app.get(path, async (request, reply) => {
      const shown = await frameOf(request)
      // Not to be kept: it is made for whoever is signed in.
      reply.header('cache-control', 'no-store')
      if (shown && origin.test(shown)) reply.header('content-security-policy', `${policy}; frame-src ${shown}`)
      return reply.sendFile('index.html')
    })
  }
}
