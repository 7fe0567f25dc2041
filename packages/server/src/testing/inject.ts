import type { FastifyInstance, InjectOptions } from 'fastify'

/** `fetch` that reaches the app without a network. */
export const fetchFrom = (server: FastifyInstance): typeof fetch =>
  async function inject(input, init) {
    const { method = 'GET', headers, body } = init ?? {}
    const response = await server.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: String(input),
      headers: headers as Record<string, string>,
      ...(body ? { payload: String(body) } : {}),
    })
    const text = response.statusCode === 204 || response.statusCode === 304 ? null : response.body
    return new Response(text, { status: response.statusCode, headers: response.headers as Record<string, string> })
  }
