import { randomUUID } from 'node:crypto'
import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refused } from '@bodega/api'
import type { FastifyInstance } from 'fastify'

const byCode: Record<string, [status: number, description: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KB'],
}

/** What never became a request: its sender is told in the shape of every other refusal, and let go. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, description] = byCode[error.code ?? ''] ?? [400, 'The request is no HTTP']
  const { body } = refused(status, description)
  const text = JSON.stringify(body)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

/** Node answers an expectation that it does not know by itself, without our shape; to ignore it is allowed as well. */
export function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** Node hangs up on whoever asks for a tunnel (`CONNECT`), unless somebody takes the socket; then it ends with the answer. */
export function answerTunnels(app: FastifyInstance): void {
  app.server.on('connect', (request, socket: Socket) => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    try {
      response.assignSocket(socket)
    } catch {
      // Another request is still being answered on it, which nobody may ask for a tunnel behind (RFC 9110, 9.3.6).
      return void socket.destroy()
    }
    response.on('finish', () => socket.destroySoon())
    socket.on('error', () => socket.destroy())
    app.server.emit('request', request, response)
  })
}
