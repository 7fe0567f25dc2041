import { randomBytes } from 'node:crypto'
import { notFound, refused, versions } from '@bodega/api'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { mount, parseAddress, versionLike } from './address.ts'
import { bodyLimit, parseBodies } from './body.ts'
import { refuseWhileClosing } from './closing.ts'
import { sendError } from './errors.ts'
import { takeMethod } from './methods.ts'
import { takeInTurn } from './pipelining.ts'
import { takesRequestId } from './request-id.ts'
import { ambiguityOf, takeTarget } from './target.ts'
import { readToTheEnd } from './unread.ts'
import { answerTunnels, answerUnreadable, ignoreExpectations } from './unreadable.ts'
import { boundUnsent } from './unsent.ts'

export interface ServerOptions {
  logger: FastifyServerOptions['loggerInstance']
  trustProxy: string[] | false
  https?: { cert: string; key: string }
}

/** What every answer carries. */
function describe(request: FastifyRequest, reply: FastifyReply): void {
  if (takesRequestId(request.headers)) reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

const requestId = /^[\w.:-]{1,64}$/

/** Ids that no other process gives, without a draw of random bytes for each request. */
function requestIds(): () => string {
  const process = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${process}-${(count++).toString(36)}`
}

/** Whether an address of nothing was meant for the API, in a version that there is not: `/V1/1/products` too. */
function versionSeekers(app: FastifyInstance): (request: FastifyRequest) => boolean {
  const own = new Set<string | undefined>()
  app.addHook('onRoute', ({ url }) => {
    own.add(url.split('/')[1])
  })
  return ({ address, originalUrl }) => {
    if (address) return address === 'unknownVersion'
    const version = versionLike(originalUrl)
    return version !== undefined && !own.has(version)
  }
}

/** Where no route stands. */
const nowhere = '/@'

/** Slow headers and slow bodies may not hold a connection for ever; Node looks for them now and then only. */
const slowness = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }

/** Node would answer for want of a host without our shape and id; the first hook does. */
const listener = { ...slowness, requireHostHeader: false }

/** Fastify with what every answer shares: request id, JSON errors, one address for the many ways to write it. */
export function createServer({ logger, trustProxy, https }: ServerOptions): FastifyInstance {
  const nextId = requestIds()
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    ...(https ? { https: { ...https, ...listener } } : { http: listener }),
    trustProxy,
    bodyLimit,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than most requests: who logs says the id.
    childLoggerFactory: given => given,
    requestTimeout: slowness.requestTimeout,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // It would answer without our shape and headers; `refuseWhileClosing` does.
    return503OnClosing: false,
    genReqId: request => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestId.test(given) ? given : nextId()
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 255,
      querystringParser: text =>
        text === '' ? {} : Object.fromEntries(new URLSearchParams(text.replaceAll('%00', ''))),
    },
    rewriteUrl: request => {
      takeMethod(request)
      const url = takeTarget(request)
      const address = parseAddress(url)
      if (!address) return url.startsWith(mount) ? nowhere : url
      return address === 'unknownVersion' ? url : mount + address.path + address.search
    },
    clientErrorHandler: answerUnreadable,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      describe(request, reply)
      sendError(error, request, reply)
    },
  })
  const seeksVersion = versionSeekers(app)
  const unknown = (request: FastifyRequest) =>
    seeksVersion(request) ? refused(404, `Valid versions are ${versions.join(', ')}`) : notFound()
  app.decorateRequest('context', null)
  app.decorateRequest('address', undefined)
  app.decorateRequest('refusal', '')
  // The hooks of every request call back: a promise each is what a profile shows first.
  app.addHook('onRequest', (request, reply, done) => {
    request.address = parseAddress(request.originalUrl)
    describe(request, reply)
    // Before its body is read: what is wrong with that is nothing to an address that is none.
    done(ambiguityOf(request.raw) ?? (request.is404 ? unknown(request) : undefined))
  })
  takeInTurn(app)
  ignoreExpectations(app)
  answerTunnels(app)
  refuseWhileClosing(app)
  readToTheEnd(app)
  boundUnsent(app)
  parseBodies(app)
  app.setErrorHandler(sendError)
  return app
}
