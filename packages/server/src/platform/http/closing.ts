import { refused } from '@bodega/api'
import type { FastifyInstance } from 'fastify'

/**
 * While the server stops, requests in flight are finished and new ones refused, and every answer ends its
 * connection: one that is kept alive would hold the server until it times out.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? refused(503, 'The service is stopping, try again', { 'retry-after': '1' }) : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}
