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
    // A header that comes several times is a list.
    const given = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    )
    return new Response(text, { status: response.statusCode, headers: given })
  }
