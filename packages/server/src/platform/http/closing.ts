import type { Server, Socket } from 'node:net'
import { refused } from '@bodega/api'
import type { FastifyInstance } from 'fastify'

/**
 * While the server stops, requests in flight are finished and new ones refused, and every answer ends its
 * connection: one that is kept alive would hold the server until it times out.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  const endUnused = unusedOf(app.server)
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(endUnused, moment).unref()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? refused(503, 'The service is stopping, try again', { 'retry-after': '1' }) : undefined)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
}

/** In milliseconds: who has just connected to ask something is told in words. */
const moment = 1000

/**
 * Ends the connections on which nothing was ever said. Browsers and proxies open some ahead; Node.js takes those for busy, and
 * the server would wait for them. One with TLS has said something before, in a layer below.
 */
function unusedOf(server: Server): () => void {
  const open = new Set<Socket>()
  for (const made of ['connection', 'secureConnection']) {
    server.on(made, (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
  }
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
