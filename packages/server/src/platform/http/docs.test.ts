import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveDocs } from './docs.ts'

test('nobody may put the reference into a frame: whoever tries calls there has given it a token', async () => {
  const server = Fastify()
  serveDocs(server, () => '{}', '')
  const { headers } = await server.inject('/docs')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('all who ask for its script get the same bytes, which are read once', async () => {
  const assets = await mkdtemp(join(tmpdir(), 'bodega docs '))
  const server = Fastify()
  serveDocs(server, () => '{}', assets)
  const get = async () => {
    const { statusCode, body } = await server.inject('/docs/reference.js')
    return [statusCode, body]
  }
  expect(await get()).toEqual([500, expect.any(String)])
  await writeFile(join(assets, 'reference.js'), 'let it = 1')
  expect(await get()).toEqual([200, 'let it = 1'])
  await rm(assets, { recursive: true })
  expect(await get()).toEqual([200, 'let it = 1'])
})
