import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mount } from './address.ts'
import { servePages } from './pages.ts'
import { createServer } from './server.ts'

const script = 'console.log("a page")'
const frames: Record<string, string> = {
  shown: 'https://app.example:8443',
  address: 'http://[::1]:3000',
  harm: 'https://app.example;sandbox',
  more: 'https://app.example https://evil.example',
}
let root: string
let server: FastifyInstance

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bodega pages '))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Pages</title>')
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'assets', 'index-abc.js'), script)
  writeFileSync(join(root, 'assets', 'index-abc.js.br'), brotliCompressSync(script))
  writeFileSync(join(root, 'assets', 'index-abc.js.gz'), gzipSync(script))
  server = createServer({ logger: undefined, trustProxy: false })
  servePages(server, root, ['/admin', '/admin/*'], {
    '/admin/apps/:name': async request => frames[(request.params as { name: string }).name],
  })
  await server.ready()
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

test.each(['/', '/admin', '/admin/', '/admin/1/orders/7?page=2'])('%s is the document of the pages', async url => {
  const { statusCode, headers, body } = await server.inject(url)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<title>Pages</title>')
})

test('where the routes of the API stand inside is no address outside', async () => {
  for (const url of [mount, `${mount}/`, `${mount}/locations`, `http://shop.example${mount}/locations`]) {
    const { statusCode, headers } = await server.inject(url)
    expect({ url, statusCode, type: headers['content-type'] }).toEqual({
      url,
      statusCode: 404,
      type: 'application/json; charset=utf-8',
    })
  }
})

test('the document is asked again each time, runs only scripts of our own, and stands in no frame', async () => {
  const { headers } = await server.inject('/admin')
  const policy = String(headers['content-security-policy'])
  expect(headers['cache-control']).toBe('no-cache')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers['x-frame-options']).toBe('DENY')
})

test('a page that shows an app may frame the one origin, and what is no origin changes nothing', async () => {
  const policyOf = async (url: string) => String((await server.inject(url)).headers['content-security-policy'])
  const plain = await policyOf('/admin')
  expect(plain).not.toContain('frame-src')
  expect(await policyOf('/admin/apps/shown')).toBe(`${plain}; frame-src https://app.example:8443`)
  expect(await policyOf('/admin/apps/address')).toBe(`${plain}; frame-src http://[::1]:3000`)
  for (const name of ['nobody', 'harm', 'more']) expect(await policyOf(`/admin/apps/${name}`)).toBe(plain)
  expect((await server.inject('/admin/apps/shown')).headers['cache-control']).toBe('no-store')
})

test.each([
  ['br', 'br, gzip'],
  ['gzip', 'gzip'],
  [undefined, 'identity'],
])('an asset is sent as %s to who accepts %s, and kept for ever', async (encoding, accepted) => {
  const { headers } = await server.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-type']).toContain('javascript')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers.vary).toBe('accept-encoding')
})

test('an address that is nobody’s is not found, as JSON', async () => {
  for (const url of ['/nowhere', '/assets/old-123.js', '/assets/index-abc.js.br']) {
    const { statusCode, headers } = await server.inject(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(headers['content-type']).toContain('application/json')
  }
})
