import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts a listener before the one that serves, which is the only one that Fastify has. */
export function standBefore(app: FastifyInstance, make: (serve: Listener) => Listener): void {
  const [serve] = app.server.listeners('request') as Listener[]
  if (!serve) throw new Error('the server has no listener for requests')
  app.server.removeAllListeners('request')
  app.server.on('request', make(serve.bind(app.server)))
}
