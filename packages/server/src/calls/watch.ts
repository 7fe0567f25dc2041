import type { FastifyInstance } from 'fastify'
import { isAccount } from '../access/index.ts'
import { mount } from '../platform/http/address.ts'
import type { Recorder } from './recorder.ts'

const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method)

/** Notes what callers ask, once it is answered; refusals too, of everyone who was known by a token. */
export function recordCalls(app: FastifyInstance, recorder: Recorder): void {
  app.decorateRequest('caller', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, address, routeOptions } = request
    if (!caller || isAccount(caller.actor) || typeof address !== 'object') return done()
    recorder.note({
      caller,
      method: methodOf(request.method),
      route: (routeOptions.url ?? '').slice(mount.length),
      path: address.path,
      status: reply.statusCode,
      answer: request.refusal,
      request_id: request.id,
    })
    done()
  })
  app.addHook('onClose', () => recorder.flush())
}
