import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Who is refused before the body was read, on a connection that ends with the answer, has it read all the same, and
 * dropped, before that. Node closes the socket behind the answer: with bytes in it that resets the connection, and who still
 * sends loses the answer on the way. Of connections that stay Node drops the rest by itself.
 */
export function behindTheBody(request: IncomingMessage, isKept: boolean, answer: () => void): void {
  if (request.complete !== false || isKept) answer()
  else finished(request.resume(), () => answer())
}

export function readToTheEnd(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const isKept = reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close'
    behindTheBody(raw, isKept, done)
  })
}
