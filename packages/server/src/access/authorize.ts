import { type Endpoint, notFound, refused, type Scope } from '@bodega/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../platform/clock.ts'
import type { Limits, Standing } from './bucket.ts'
import { type Call, wholeSecond } from './call.ts'
import type { Caller, Callers } from './callers.ts'
import { tokenInvalid, tokenMissing } from './challenge.ts'
import type { Limiter } from './limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, as soon as the token is known: also where the call is then refused. */
    caller: Caller | undefined
  }
}

export interface Gate {
  world: World
  callers: Callers
  limiter: Limiter
  /** A burst of 0 switches the limit off. */
  limits: Limits
  /** Whoever asks from a page of ours, signed in, in place of a token; nobody where no session was shown. */
  callerBySession(request: FastifyRequest): Promise<Caller | undefined>
}

/** The checks before the body, in the order of D2. A reviewer reads the list. */
export async function authorize(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint?: Endpoint,
): Promise<Call> {
  // Caches keep answers apart by `Authorization`, but do not know `Authentication`.
  reply.header('cache-control', 'private, no-cache')
  const version = versionOf(request)
  const caller = await callerOf(gate, request)
  request.caller = caller
  reply.header('x-main-language', caller.store.main_language)
  const now = gate.world.now()
  try {
    pathIsOfStore(request, caller)
    storeIsOpen(caller)
    userAgentIsGiven(request)
    if (endpoint) scopeIsGranted(caller, endpoint)
  } catch (refusal) {
    showLimit(gate, caller, reply, now)
    throw refusal
  }
  await limitIsKept(gate, caller, reply, now)
  const { store, actor, app_id, scopes } = caller
  return { store, actor, app_id, scopes, version, now: wholeSecond(now), world: gate.world }
}

/** A body may be sent slowly, and a line be long: what may have ended meanwhile, once more. It counts as one call. */
export function confirm(gate: Gate, request: FastifyRequest, endpoint: Endpoint): Promise<void> | undefined {
  const isTrusted = request.caller && performance.now() < request.caller.trustedUntil
  return isTrusted ? undefined : mayStillCall(gate, request, endpoint)
}

async function mayStillCall(gate: Gate, request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const caller = await callerOf(gate, request)
  storeIsOpen(caller)
  scopeIsGranted(caller, endpoint)
}

function versionOf({ address }: FastifyRequest) {
  if (typeof address !== 'object') throw notFound()
  return address.version
}

/** No token begins with the word, so it is that also where the blank after it is missing, as some apps write it. */
const scheme = /^bearer\s*/i

/** `Authentication: bearer T` is the documented form; `Authorization: Bearer T` works the same (D1). */
async function callerOf({ callers, callerBySession }: Gate, request: FastifyRequest): Promise<Caller> {
  const header = request.headers.authentication || request.headers.authorization
  const token = typeof header === 'string' ? header.trim().replace(scheme, '') : ''
  const caller = token === '' ? await callerBySession(request) : await callers.find(token)
  if (!caller) throw token === '' ? tokenMissing() : tokenInvalid()
  return caller
}

/** A foreign store does not exist for you. */
function pathIsOfStore({ address }: FastifyRequest, caller: Caller): void {
  const store = typeof address === 'object' ? address.store : undefined
  if (store !== undefined && Number(store) !== caller.store.id) throw notFound()
}

/** Suspended by an operator, the store or the app in it (contract 5.4). */
function storeIsOpen(caller: Caller): void {
  if (caller.is_suspended) throw refused(402, 'The store or the app is suspended')
}

function userAgentIsGiven(request: FastifyRequest): void {
  if (!request.headers['user-agent']?.trim()) throw refused(400, 'User-Agent header is missing')
}

function scopeIsGranted(caller: Caller, { scope, otherScope }: Endpoint): void {
  if (scope === 'none' || (otherScope && caller.scopes.has(otherScope))) return
  requireScope(caller, scope)
}

/** For what only the body or the row tells which scope it needs. */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): void {
  if (!scopes.has(scope)) throw refused(403, `Missing required scope: ${scope}`)
}

/** Of a store on a higher plan both are more. */
const limitsOf = ({ limits: { burst, perSecond } }: Gate, { rate_factor }: Caller): Limits => ({
  burst: burst * rate_factor,
  perSecond: perSecond * rate_factor,
})

/** Clients pace themselves by what is left, and some take a header that is missing for nothing left. */
const limitless: Standing = { limit: 1_000_000, remaining: 1_000_000, reset: 0 }

async function limitIsKept(gate: Gate, caller: Caller, reply: FastifyReply, now: Date): Promise<void> {
  if (gate.limits.burst === 0) return tellStanding(reply, limitless)
  const verdict = await gate.limiter.take(caller.store.id, caller.actor, limitsOf(gate, caller), now)
  tellStanding(reply, verdict)
  if (!verdict.allowed) {
    throw refused(429, `Try again in ${verdict.retryAfter} s`, { 'retry-after': String(verdict.retryAfter) })
  }
}

/** What is refused before the limit costs nothing, and tells how it stands all the same. */
function showLimit(gate: Gate, caller: Caller, reply: FastifyReply, now: Date): void {
  if (gate.limits.burst === 0) tellStanding(reply, limitless)
  else tellStanding(reply, gate.limiter.look(caller.store.id, caller.actor, limitsOf(gate, caller), now))
}

function tellStanding(reply: FastifyReply, { limit, remaining, reset }: Standing): void {
  reply.header('x-rate-limit-limit', limit)
  reply.header('x-rate-limit-remaining', remaining)
  reply.header('x-rate-limit-reset', reset)
}
