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
