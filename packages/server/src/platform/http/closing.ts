import type { Server, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { refused } from '@bodega/api'
import type { FastifyInstance } from 'fastify'

/**
 * While the server stops, requests in flight are finished and new ones refused, and every answer ends its
 * connection: one that is kept alive would hold the server until it times out.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  const unused = unusedOf(app.server)
  app.addHook('preClose', async () => {
    isClosing = true
    if (unused().length > 0) await setTimeout(moment)
    for (const socket of unused()) socket.destroy()
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
 * The connections on which nothing was ever said. Browsers and proxies open some ahead. Up to version 24 Node.js takes those for
 * busy, and the server would wait for them; from 26 on it cuts them off at once, so they have their moment before it closes. One
 * with TLS has said something before, in a layer below.
 */
function unusedOf(server: Server): () => Socket[] {
  const open = new Set<Socket>()
  for (const made of ['connection', 'secureConnection']) {
    server.on(made, (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
  }
  return () => [...open].filter(socket => socket.bytesRead === 0)
}
