import { notFound, refused, versions } from '@bodega/api'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { ulid } from 'ulid'
import { parseAddress } from './address.ts'
import { bodyLimit, parseBodies } from './body.ts'
import { refuseWhileClosing } from './closing.ts'
import { sendError } from './errors.ts'
import { mount } from './implement.ts'

export interface ServerOptions {
  logger: FastifyServerOptions['loggerInstance']
  trustProxy: string[] | false
  https?: { cert: string; key: string }
}

/** What every answer carries. */
function describe(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

const requestId = /^[\w.:-]{1,64}$/

/** Fastify with what every answer shares: request id, JSON errors, one address for the many ways to write it. */
export function createServer({ logger, trustProxy, https }: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    ...(https ? { https } : {}),
    trustProxy,
    bodyLimit,
    logController: new LogController({ disableRequestLogging: true }),
    // Slow headers and slow bodies may not hold a connection for ever.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // It would answer without our shape and headers; `refuseWhileClosing` does.
    return503OnClosing: false,
    genReqId: request => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestId.test(given) ? given : ulid()
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 255,
      querystringParser: text => Object.fromEntries(new URLSearchParams(text.replaceAll('%00', ''))),
    },
    rewriteUrl: request => {
      const url = request.url ?? '/'
      const address = parseAddress(url)
      if (!address) return url.startsWith(mount) ? '/' : url
      return address === 'unknownVersion' ? url : mount + address.path + address.search
    },
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      describe(request, reply)
      sendError(error, request, reply)
    },
  })
  app.decorateRequest('context', null)
  app.decorateRequest('address', undefined)
  app.addHook('onRequest', async (request, reply) => {
    request.address = parseAddress(request.originalUrl)
    describe(request, reply)
  })
  refuseWhileClosing(app)
  parseBodies(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(async request => {
    if (request.address === 'unknownVersion') throw refused(404, `Valid versions are ${versions.join(', ')}`)
    throw notFound()
  })
  return app
}
