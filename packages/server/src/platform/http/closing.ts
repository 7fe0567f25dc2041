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
  app.addHook('onRequest', async () => {
    if (isClosing) throw refused(503, 'The service is stopping, try again', { 'retry-after': '1' })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
