import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Who asks for the end of the connection and is refused before the body was read has it read all the same, and dropped,
 * before the answer. Node closes the socket behind the answer: with bytes in it that resets the connection, and who still
 * sends loses the answer on the way. Of connections that stay Node drops the rest by itself.
 */
export function readToTheEnd(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.complete !== false || reply.raw.shouldKeepAlive) return done()
    finished(raw.resume(), () => done())
  })
}
