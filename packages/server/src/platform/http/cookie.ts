import type { FastifyReply, FastifyRequest } from 'fastify'
import { schemeOf } from './transport.ts'

/** One cookie of ours, whose value needs no quoting: letters, digits, underscores and dots. */
export interface Cookie {
  read(request: FastifyRequest): string | undefined
  set(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void
  clear(request: FastifyRequest, reply: FastifyReply): void
}

/** Also where a proxy speaks https for us that nobody told us to trust: the host is that of a public address with https. */
const isSecure = (request: FastifyRequest, publicUrls: readonly string[]): boolean =>
  schemeOf(request) === 'https' || publicUrls.includes(`https://${request.host}`)

/**
 * A cookie that scripts cannot read and other sites cannot send along. Over https its name begins with `__Host-`, which
 * binds it to this very host: no other can plant one.
 */
export function createCookie(plainName: string, publicUrls: readonly string[]): Cookie {
  const nameFor = (request: FastifyRequest) => (isSecure(request, publicUrls) ? `__Host-${plainName}` : plainName)
  const write = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) => {
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(request, publicUrls) ? '; Secure' : ''}`
    reply.header('set-cookie', `${nameFor(request)}=${value}; ${attributes}`)
  }
  return {
    read(request) {
      const prefix = `${nameFor(request)}=`
      const pair = request.headers.cookie
        ?.split(';')
        .map(text => text.trim())
        .find(text => text.startsWith(prefix))
      return pair?.slice(prefix.length)
    },
    set: write,
    clear: (request, reply) => write(request, reply, '', 0),
  }
}
