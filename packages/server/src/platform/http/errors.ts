import {
  ApiError,
  badFields,
  type Endpoint,
  envelope,
  type FieldMap,
  invalid,
  notFoundHere,
  refused,
  validationError,
} from '@bodega/api'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, isConnectionLoss } from '../database/failures.ts'

const busy = () => refused(503, 'The service is busy, try again', { 'retry-after': '1' })

const byFastify: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refused(413, 'The body is too large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => refused(400, 'The length of the body is not the announced one'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refused(415, 'Content-Type should be application/json'),
  FST_ERR_ASYNC_CONSTRAINT: () => refused(404),
  // What cannot be decoded, and an id longer than any, are addresses of nothing.
  FST_ERR_BAD_URL: () => refused(404),
  FST_ERR_MAX_PARAM_LENGTH: () => refused(404),
}

/** What the database could not take although the schemas let it pass: the caller's doing, never a 500. */
function byDatabase(error: unknown): ApiError | undefined {
  if (isConnectionLoss(error)) return busy()
  switch (codeOf(error)) {
    case '57014': // the statement ran into its time limit
    case '55P03': // a lock could not be had in time
    case '40001':
    case '40P01':
    case '53100': // the disk is full
    case '53200': // out of memory
    case '53300': // too many connections
    case '28000': // we are not let in, or not with this password: it is being changed
    case '28P01':
    case '3D000': // the database is not there: it is being brought back
      return busy()
    case '22021': // bytes that are no text
    case '22P05':
      return invalid({ body: ['contains characters that cannot be stored'] })
    case '22003': // a number out of range
      return invalid({ body: ['contains a number out of range'] })
    default:
      return undefined
  }
}

/** The refusal that an error stands for, or `undefined` where it is a fault of ours. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const known = byFastify[codeOf(error) ?? '']
  if (known) return known()
  const status = (error as FastifyError | null)?.statusCode
  if (status && status >= 400 && status < 500) return refused(status, (error as Error).message)
  return byDatabase(error)
}

/** What is refused after the checks of D2, in the shape that an endpoint speaks. */
export function reshaped(error: unknown, shape: Endpoint['errorShape']): unknown {
  const refusal = shape && refusalOf(error)
  // A number, because a map of fields may name one that is called `code`.
  const isEnvelope = typeof (refusal?.body as { code?: unknown } | undefined)?.code === 'number'
  if (shape === 'shipment' && refusal?.status === 404 && isEnvelope) return notFoundHere('Not Found')
  if (refusal?.status !== 422 || isEnvelope) return error
  // What else is 422 is a map of fields.
  const fields = refusal.body as FieldMap
  return shape === 'shipment' ? badFields(fields) : validationError(fields)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was answered in place of what was asked; empty where nothing was wrong. */
    refusal: string
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  if (!refusal) request.log.error({ reqId: request.id, err: error }, 'request failed')
  else if (refusal.status >= 500) request.log.warn({ reqId: request.id, err: error }, 'request refused')
  // Fastify ends the connection with a body that it refuses: who still sends finds it broken, and reads no answer.
  if (reply.hasHeader('connection') && reply.raw.shouldKeepAlive) reply.header('connection', 'keep-alive')
  request.refusal = JSON.stringify(refusal?.body ?? envelope(500))
  reply
    .code(refusal?.status ?? 500)
    .headers(refusal?.headers ?? {})
    .header('content-type', 'application/json; charset=utf-8')
    .send(request.refusal)
}
