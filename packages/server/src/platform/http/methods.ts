import { notFound, type Operation, refused } from '@bodega/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface Door {
  mount: string
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A path that does not exist. Who may not be here learns that first (D2). */
export function refuseOtherPaths(app: FastifyInstance, door: Door): void {
  app.route({
    method: all,
    url: `${door.mount}/*`,
    onRequest: async (request, reply) => {
      await door.authorize(request, reply)
      throw notFound()
    },
    handler: async () => null,
  })
}

/** A path that exists, asked by a method that it does not have: 405 with `Allow`; `OPTIONS` only asks for that. */
export function refuseOtherMethods(app: FastifyInstance, door: Door, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of operations) methods.set(path, [...(methods.get(path) ?? []), method])
  for (const [path, has] of methods) {
    const allow = [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.route({
      method: all.filter(method => !has.includes(method)),
      url: door.mount + path,
      onRequest: async (request, reply) => {
        await door.authorize(request, reply)
        throw refused(405, `Allowed here: ${allow}`, { allow })
      },
      handler: async () => null,
    })
    app.options(door.mount + path, async (_request, reply) => reply.code(204).header('allow', allow).send())
  }
}
