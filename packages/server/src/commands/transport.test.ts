import { readFileSync } from 'node:fs'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { open } from '../testing/database.ts'
import { type DemoStore, demoOf, headersOf, newFolder, type Served, serve } from '../testing/process.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../testing/${name}`, import.meta.url))
const TLS_CERT = fixture('tls.cert.pem')
const TLS_KEY = fixture('tls.key.pem')

interface Answer {
  status: number
  link: string
  body: string
}

/** `fetch` sends neither a host nor a certificate authority of our choosing. */
function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? secure : plain
    request(url, { headers, agent: false, ca: readFileSync(TLS_CERT) }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', text => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, link: String(response.headers.link), body }))
    })
      .on('error', reject)
      .end()
  })
}

/** An address by which this machine knows itself that is not loopback. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find(address => address?.family === 'IPv4' && !address.internal)?.address

/** All servers here share one database, and so its demo store. */
const env: Record<string, string> = {}
let demo: DemoStore

beforeAll(async () => {
  Object.assign(env, { DATABASE_URL: (await open(true)).url, DATA_DIR: newFolder() })
})

async function start(settings: Record<string, string>): Promise<Served> {
  const server = await serve({ ...env, ...settings })
  demo = demoOf(server.dataDir)
  return server
}

const locations = (base: string, headers: Record<string, string> = {}) =>
  ask(`${base}/v1/${demo.store_id}/locations?per_page=1`, { ...headersOf(demo), ...headers })

const useHttps = JSON.stringify({ code: 403, message: 'Forbidden', description: 'Use HTTPS' })

describe('with a certificate of its own', () => {
  test('the server answers HTTPS, links say so, and plain HTTP is no way in', async () => {
    const server = await start({ TLS_CERT, TLS_KEY, HOST: '0.0.0.0' })
    const { port } = new URL(server.url)
    const { status, link } = await locations(server.url)
    expect(status).toBe(200)
    expect(link).toContain(`<https://127.0.0.1:${port}/v1/${demo.store_id}/locations?per_page=1&page=2>; rel="next"`)
    expect((await locations(`https://localhost:${port}`)).link).toContain(`<https://localhost:${port}/v1/`)
    await expect(locations(`http://127.0.0.1:${port}`)).rejects.toThrow(/hang up|ECONNRESET/)
    expect(server.stdout()).toContain(`Bodega is ready at https://127.0.0.1:${port}\n`)
    expect((await server.end()).code).toBe(0)
  })
})

describe('behind a proxy', () => {
  let server: Served
  beforeAll(async () => {
    server = await start({
      HOST: '0.0.0.0',
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URLS: 'https://api.one.example,https://api.two.example',
    })
  })

  const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const linkTo = (origin: string) => `<${origin}/v1/${demo.store_id}/locations?per_page=1&page=2>; rel="next"`

  test.each(['api.one.example', 'api.two.example'])('links carry the public address that was asked: %s', async host => {
    expect((await locations(server.url, { ...proxied, host })).link).toContain(linkTo(`https://${host}`))
    const forwarded = { ...proxied, host: 'inside:3000', 'x-forwarded-host': host }
    expect((await locations(server.url, forwarded)).link).toContain(linkTo(`https://${host}`))
  })

  test('links carry the first public address where another one was asked', async () => {
    const { link } = await locations(server.url, { ...proxied, host: 'evil.example' })
    expect(link).toContain(linkTo('https://api.one.example'))
  })

  test('who came to the proxy by plain HTTP is told to use HTTPS', async () => {
    expect(await locations(server.url, { ...proxied, 'x-forwarded-proto': 'http' })).toMatchObject({
      status: 403,
      body: useHttps,
    })
  })

  test.skipIf(!outside)('who comes past the proxy is refused, whatever he claims', async () => {
    const direct = `http://${outside}:${new URL(server.url).port}`
    for (const claim of [
      {},
      proxied,
      { ...proxied, 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
    ]) {
      expect(await locations(direct, claim)).toMatchObject({ status: 403, body: useHttps })
    }
  })
})

test('only a trusted proxy is believed about the scheme', async () => {
  const server = await start({ TRUST_PROXY: '10.0.0.0/8' })
  const { link } = await locations(server.url, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' })
  expect(link).toContain(`<${server.url}/v1/`)
  await server.end()
})

test.skipIf(!outside)('plain HTTP is answered beyond loopback where that was asked for', async () => {
  const server = await start({ HOST: '0.0.0.0', ALLOW_PLAIN_HTTP: 'on' })
  const direct = `http://${outside}:${new URL(server.url).port}`
  const { status, link } = await locations(direct)
  expect(status).toBe(200)
  expect(link).toContain(`<${direct}/v1/`)
  await server.end()
})
