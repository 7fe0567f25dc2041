import type { IncomingMessage } from 'node:http'
import { type ApiError, notFound, type Operation, refused } from '@bodega/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Door {
  mount: string
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** Stands for every method that no path has: routes of their own, some thirty at each path, would be thousands. */
const strange = 'TRACE'

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', strange]

const routed: ReadonlySet<string | undefined> = new Set([...all, 'HEAD', 'OPTIONS'])

/** `PROPFIND` and its like find the routes that refuse them. */
export function takeMethod(request: IncomingMessage): void {
  if (!routed.has(request.method)) request.method = strange
}

/** Who may not be here learns that first (D2), and nobody's body is read. */
function refuse(app: FastifyInstance, door: Door, method: string[], path: string, refusal: () => ApiError): void {
  app.route({
    method,
    url: door.mount + path,
    onRequest: async (request, reply) => {
      await door.authorize(request, reply)
      throw refusal()
    },
    handler: async () => null,
  })
}

/** A path that does not exist. */
export const refuseOtherPaths = (app: FastifyInstance, door: Door): void => refuse(app, door, all, '/*', notFound)

/** A path that exists, asked by a method that it does not have: 405 with `Allow`; `OPTIONS` only asks for that. */
export function refuseOtherMethods(app: FastifyInstance, door: Door, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of operations) methods.set(path, [...(methods.get(path) ?? []), method])
  for (const [path, has] of methods) {
    const allow = [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    const others = all.filter(method => !has.includes(method))
    refuse(app, door, others, path, () => refused(405, `Allowed here: ${allow}`, { allow }))
    app.options(door.mount + path, async (_request, reply) => reply.code(204).header('allow', allow).send())
  }
}
