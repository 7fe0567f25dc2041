import { type Operation, refused } from '@bodega/api'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../database/database.ts'
import type { Address } from './address.ts'
import { etagOf, isCurrent } from './etag.ts'
import { type Answer, claim, fingerprintOf, type Key, keptAnswer, settle } from './idempotency.ts'
import { answerInLines, wantsProgress } from './progress.ts'
import { Extended, parsed, Replayed, textOf } from './rendered.ts'
import { checkReply } from './reply-check.ts'
import { inRoom, roomy, workIn } from './room.ts'
import { type AnyReport, type Asked, type Context, type Host, type Route, silent, work } from './route.ts'
import { fitting, holding, joined, keeping, LateRefusal, preparing } from './transactions.ts'

/** What a write hangs on beside its input. */
interface Terms<C> {
  /** Of `Idempotency-Key`. */
  key: Key | undefined
  /** Of `If-Match`. */
  expected: string | undefined
  /** The call before there is a transaction. */
  outside: C & { db: Db }
  /** What reads the resource that is changed. */
  resource: Route<C> | undefined
}

interface Outcome extends Answer {
  /** It was answered before, to a request with the same key. */
  isReplayed?: true
}

const replayed = (answer: Answer): Outcome => ({ ...answer, isReplayed: true })

/** Answers all but a GET: in a transaction of its own, or in one that it shares with others of its kind. */
export async function write<C extends Context, E extends Operation>(
  asked: Asked<C, E>,
  resource: Route<C> | undefined,
): Promise<unknown> {
  const { host, route, context, input, request, reply } = asked
  const { endpoint, handler } = route
  const key = endpoint.method === 'POST' ? keyOf(request, context) : undefined
  const expected = endpoint.method === 'POST' ? undefined : request.headers['if-match']
  // What is added behind a spread gives V8 a new shape for each object: it stands before.
  const outside = { db: roomy(asked), ...context }
  const isFree = expected === undefined && (key === undefined || handler[keeping])
  const shared = isFree && handler[fitting]?.(input) ? handler[joined] : undefined
  const alone = (report: AnyReport) => writeAlone(asked, { key, expected, outside, resource }, report)
  if (wantsProgress(endpoint, request)) return answerInLines(request, reply, alone)
  const together =
    shared &&
    (() => shared({ key, ...outside, now: host.now(context) }, input).then(result => outcomeOf(host, endpoint, result)))
  const answer = await (together ? work(asked, together) : alone(silent)).catch(async error => {
    throw error instanceof LateRefusal ? await error.complete(outside.db) : error
  })
  if (answer.isReplayed) reply.header('idempotency-replayed', 'true')
  reply.code(answer.status)
  if (answer.body === '') return reply.removeHeader('content-type').send()
  if (resource?.endpoint.reply === endpoint.reply) reply.header('etag', answer.etag ?? etagOf(answer.body))
  return answer.body
}

function keyOf(request: FastifyRequest, context: Context): Key | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !context.store) return undefined
  if (key.length > 255) throw refused(400, 'Idempotency-Key is longer than 255 characters')
  const { version, path } = request.address as Address
  // Another version may answer in another shape. Keys of before versions counted are those of v1.
  const place = version === 'v1' ? path : `/${version}${path}`
  const fingerprint = fingerprintOf(request.method, place, request.body ?? null)
  return { store: context.store.id, actor: context.actor, key, fingerprint }
}

async function writeAlone<C extends Context, E extends Operation>(
  asked: Asked<C, E>,
  { key, expected, outside, resource }: Terms<C>,
  report: AnyReport,
): Promise<Outcome> {
  const { host, route, context, input } = asked
  const { endpoint, handler } = route
  const prepare = handler[preparing]
  const kept = async () => (prepare && key ? keptAnswer(outside.db, key, context.now) : undefined)
  // What was answered before needs no preparation, which could come to another end by now, or by what is answered meanwhile.
  let known = await kept()
  let ready = input
  if (prepare && !known) {
    try {
      ready = await prepare(outside, input)
    } catch (error) {
      known = await kept()
      if (!known) throw error
    }
  }
  if (known) return replayed(known)
  const change = async (tx: Tx): Promise<Outcome> => {
    const call = { tx, db: tx, ...context, now: host.now(context) }
    const kept = key && (await claim(tx, key, call.now))
    if (kept) return replayed(kept)
    if (expected) {
      await handler[holding]?.(call, input)
      const etag = resource && etagOf(textOf(await resource.handler(call, { ...input, query: {} }, silent)))
      if (!isCurrent(expected, etag)) throw refused(412, 'The resource has changed since it was read')
    }
    const made = outcomeOf(host, endpoint, await handler(call, ready, report))
    if (key) settle(tx, key, made)
    return made
  }
  // Two writers that hold the same tag: one of them fails to serialize, tries again, and sees the other's work.
  const isolation = expected && !handler[holding] ? 'repeatable read' : undefined
  return inRoom(asked, largest => workIn(asked, largest, () => host.dbFor(context, largest).tx(change, { isolation })))
}

function outcomeOf<C extends Context, E extends Operation>(
  { checkReplies }: Host<C, E>,
  endpoint: Operation,
  result: unknown,
): Outcome {
  if (result instanceof Replayed) return replayed({ status: result.status, body: result.json })
  if (checkReplies) checkReply(endpoint, parsed(result))
  const tag = result instanceof Extended ? { etag: result.etag } : {}
  return { status: endpoint.status ?? 200, body: result === null ? '' : textOf(result), ...tag }
}
