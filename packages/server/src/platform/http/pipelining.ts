import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { standBefore } from './listener.ts'

/** So many may be asked ahead on one connection. */
const most = 500

/**
 * What is asked on a connection before the last answer went out is begun when its turn to be answered has come. Node.js
 * begins all of it at once: whoever asks for a thousand files and reads none has them all opened, and when the connection
 * breaks those answers never hear of it, so that they stay open for ever.
 */
export function takeInTurn(app: FastifyInstance): void {
  const ahead = new WeakMap<Socket, number>()
  standBefore(app, serve => (request, response) => {
    // It has the connection from the beginning, unless another answer has.
    if (response.socket) return serve(request, response)
    const { socket } = request
    const count = ahead.get(socket) ?? 0
    if (count === most) return void socket.destroy()
    ahead.set(socket, count + 1)
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      // What it is told before this turn is over would be written twice.
      process.nextTick(serve, request, response)
    })
  })
}
