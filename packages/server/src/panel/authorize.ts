import { notFound, refused } from '@bodega/api'
import type { PanelEndpoint } from '@bodega/api/panel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountActor, type Caller, ownerOf } from '../access/index.ts'
import {
  addMark,
  callerOf,
  findSession,
  isCsrfToken,
  ownersOnly,
  readMarks,
  roleIn,
  type SignedIn,
  type Visit,
} from '../accounts/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { createCookie } from '../platform/http/cookie.ts'
import { isFromHere, isOwnName, ownOrigins } from '../platform/http/same-origin.ts'
import { clientOf, originOf } from '../platform/http/transport.ts'
import type { Account, Member, Partner, Visitor } from './call.ts'
import { languageOf } from './texts/index.ts'

export interface Door {
  db: Db
  world: World
  publicUrls: readonly string[]
  secretKey: Buffer
}

const sessionCookie = ({ publicUrls }: Door) => createCookie('bodega_session', publicUrls)
/** Longer than any session lives: its end is decided in the database. */
const cookieLives = 90 * 86_400

const markCookie = ({ publicUrls }: Door) => createCookie('bodega_browser', publicUrls)
const markLives = 365 * 86_400

const signInFirst = () => refused(401, 'Sign in first')
const notFromHere = () => refused(403, 'The request does not come from a page of this server')

/** Who is signed in by the cookie of a request. */
export async function signedInBy(door: Door, request: FastifyRequest): Promise<SignedIn | undefined> {
  const secret = sessionCookie(door).read(request)
  return secret === undefined ? undefined : findSession(door.db, door.world.now(), secret)
}

export function visitOf(door: Door, request: FastifyRequest): Visit {
  return {
    address: clientOf(request),
    user_agent: request.headers['user-agent'] ?? '',
    secret: sessionCookie(door).read(request),
    markOf: account => readMarks(door.secretKey, markCookie(door).read(request)).find(mark => mark.account === account),
  }
}

export function keepSession(door: Door, request: FastifyRequest, reply: FastifyReply, secret: string): void {
  sessionCookie(door).set(request, reply, secret, cookieLives)
  const account = ownerOf(secret, ['bss'])
  if (account === undefined) return
  const cookie = markCookie(door)
  cookie.set(request, reply, addMark(door.world, door.secretKey, account, cookie.read(request)), markLives)
}

export const forgetSession = (door: Door, request: FastifyRequest, reply: FastifyReply): void =>
  sessionCookie(door).clear(request, reply)

/** A write comes from a page of ours, and where somebody is signed in, from one that knows the session's own token. */
export function refuseForged(
  door: Door,
  request: FastifyRequest,
  signedIn: SignedIn | undefined,
  token: unknown,
): void {
  if (!isFromHere(request.headers, ownOrigins(request, door.publicUrls))) throw notFromHere()
  if (signedIn && !(typeof token === 'string' && isCsrfToken(token, signedIn.secret))) throw notFromHere()
}

/** Whether the pages were asked for under a name of our own: under another nobody is signed in without a password. */
export const isAtHome = ({ publicUrls }: Door, request: FastifyRequest): boolean =>
  isOwnName(originOf(request, []), publicUrls)

/** The checks before the body, in this order. A reviewer reads the list. */
export async function authorize(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint?: PanelEndpoint,
): Promise<Visitor> {
  reply.header('cache-control', 'no-store')
  const signedIn = await signedInBy(door, request)
  const access = endpoint?.access ?? 'account'
  if (access !== 'anyone' && !signedIn) throw signInFirst()
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // Somebody who signs in anew has a session that is to end, and may not know its token.
    refuseForged(door, request, access === 'anyone' ? undefined : signedIn, request.headers['x-csrf-token'])
  }
  const visitor: Visitor = {
    actor: signedIn ? accountActor(signedIn.account.id) : 'visitor',
    now: door.world.now(),
    world: door.world,
    visit: visitOf(door, request),
    language: languageOf(request),
    isAtHome: isAtHome(door, request),
    signedIn,
    keep: secret => keepSession(door, request, reply, secret),
    forget: () => forgetSession(door, request, reply),
  }
  if (!signedIn || access === 'anyone' || access === 'account') return visitor
  const account: Account = { ...visitor, signedIn }
  return access === 'partner' ? asPartner(account) : asMember(door, account, request, access)
}

function asPartner(account: Account): Partner {
  const { partner } = account.signedIn
  if (!partner) throw refused(403, 'Become a partner first')
  return { ...account, partner: partner.id }
}

/** A store that is not the caller's own does not exist. */
async function asMember(
  { db }: Door,
  account: Account,
  request: FastifyRequest,
  access: 'member' | 'owner',
): Promise<Member> {
  const storeId = Number((request.params as { store_id?: string }).store_id)
  const role = Number.isSafeInteger(storeId) ? await roleIn(db, storeId, account.signedIn.account.id) : undefined
  if (!role) throw notFound()
  if (access === 'owner' && role !== 'owner') throw ownersOnly()
  return { ...account, storeId, role }
}

/**
 * A member of a store in place of a token, for our own pages: the cookie counts only beside the header that no other
 * site can send. The store is the one of the path. Without that header there is no session.
 */
export async function callerBySession(door: Door, request: FastifyRequest): Promise<Caller | undefined> {
  const token = request.headers['x-csrf-token']
  if (token === undefined) return undefined
  const signedIn = await signedInBy(door, request)
  if (!signedIn) throw signInFirst()
  refuseForged(door, request, signedIn, token)
  const store = typeof request.address === 'object' ? Number(request.address.store) : Number.NaN
  const caller = Number.isSafeInteger(store) ? await callerOf(door.db, signedIn.account.id, store) : undefined
  if (!caller) throw notFound()
  return caller
}
