import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverAt } from './openapi.ts'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Reference of the Bodega API">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Bodega API</title>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The same for programs: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`

/**
 * Nothing of elsewhere, so that the page works without a network: no font, proxy, telemetry or assistant. Sections open
 * when they are asked for: all at once they were 64,000 elements and ten seconds of work. At exactly 1000 pixels the
 * styles of the reference put its menu over the text, and on a telephone a button stands out by one.
 */
const settings = {
  url: '/openapi.json',
  // The address where the page was opened, whatever a proxy made of it: from there a browser calls no other.
  servers: [serverAt('')],
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The examples show it, and what is typed there is sent as it is.
  authentication: { preferredSecurityScheme: 'token', securitySchemes: { token: { value: 'bearer ACCESS_TOKEN' } } },
  favicon: '/favicon.svg',
  customCss: `
    .light-mode { --scalar-color-accent: #0059d5 }
    .dark-mode { --scalar-color-accent: #6ba6ff }
    #app { overflow-x: clip }
    @media (width: 1000px) {
      .references-layout {
        grid-template: "header header" 0 "navigation rendered" auto "footer footer" auto / 288px minmax(0, 1fr) !important;
      }
    }`,
}

const start = `Scalar.createApiReference('#app', ${JSON.stringify(settings)})`

/** Whoever tries calls there has given it a token: nobody may put it into a frame and have them click. */
const headers = {
  'content-security-policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'x-frame-options': 'DENY',
}

/** One for all: a copy for each of those who ask and do not read it is soon all of the memory. */
function scriptIn(assets: string): () => Promise<Buffer> {
  let script: Buffer | undefined
  return async () => {
    if (script) return script
    const bytes = await readFile(join(assets, 'reference.js'))
    script ??= bytes
    return script
  }
}

/** `/openapi.json` for programs and `/docs` for people. The script of the page is copied by the build. */
export function serveDocs(app: FastifyInstance, document: (request: FastifyRequest) => string, assets: string): void {
  const reference = scriptIn(assets)
  app.get('/openapi.json', async (request, reply) =>
    reply.type('application/json; charset=utf-8').send(document(request)),
  )
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').headers(headers).send(page))
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  app.get('/docs/reference.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await reference()),
  )
}
