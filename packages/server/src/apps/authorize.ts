import { isDeepStrictEqual } from 'node:util'
import { Nullable, notFound, refused } from '@bodega/api'
import Type from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type App, findApp } from './apps.ts'
import { issueCode } from './codes.ts'
import { install } from './installations.ts'

/** What can stand in the address of `GET /apps/{app_id}/authorize`; other names are not read. */
export interface AuthorizationRequest {
  state?: string | undefined
  response_type?: string | undefined
  client_id?: string | undefined
  redirect_uri?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

/** Longer than any that a client was seen to send. */
const longestState = 2048

const bad = (description: string) => refused(400, description)

/** The app that is asked for, when nothing speaks against the request. A reviewer reads the list (RFC 6749, RFC 9700). */
export async function examine(db: Queries, id: number, request: AuthorizationRequest): Promise<App> {
  const app = Number.isSafeInteger(id) ? await findApp(db, id) : undefined
  if (!app) throw notFound('There is no such app')
  codeIsWanted(request)
  clientIsTheApp(app, request)
  redirectIsRegistered(app, request)
  stateIsShort(request)
  challengeIsHashed(request)
  return app
}

/** What is left empty is not said (RFC 6749, 3.1): libraries that know no redirect address send it so. */
const isOther = (said: string | undefined, known: string): boolean => Boolean(said) && said !== known

/** There is no other flow: no implicit one, no password (specification 5.1). */
function codeIsWanted({ response_type }: AuthorizationRequest): void {
  if (isOther(response_type, 'code')) throw bad('The only response_type is code')
}

function clientIsTheApp({ id }: App, { client_id }: AuthorizationRequest): void {
  if (isOther(client_id, String(id))) throw bad('client_id is not the app of the address')
}

/** It need not be said; what is said must be the registered one, letter by letter. */
function redirectIsRegistered({ redirect_url }: App, { redirect_uri }: AuthorizationRequest): void {
  if (isOther(redirect_uri, redirect_url)) throw bad('redirect_uri is not the registered redirect address')
}

function stateIsShort({ state = '' }: AuthorizationRequest): void {
  if (state.length > longestState) throw bad(`state is longer than ${longestState} characters`)
}

/** `plain` would give the secret away with the question. */
function challengeIsHashed({ code_challenge, code_challenge_method }: AuthorizationRequest): void {
  if (!code_challenge && !code_challenge_method) return
  if (code_challenge_method !== 'S256') throw bad('The only code_challenge_method is S256')
  if (!/^[\w-]{43}$/.test(code_challenge ?? '')) throw bad('code_challenge is no SHA-256 in base64url')
}

/** A header has no letters beyond ASCII: an address with such is written as browsers write it. */
const writable = (url: string): string => (/^[\x20-\x7e]*$/.test(url) ? url : new URL(url).href)

/** The registered address as it is, with more in its query. */
export function redirectTo(redirect_url: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${writable(redirect_url)}${redirect_url.includes('?') ? '&' : '?'}${given.join('&')}`
}

const Allowed = Type.Object({ store_id: Type.Integer(), scopes: Nullable(Type.Array(Type.String())) })

/** Which of these stores may install the app, and what each has agreed to before. */
export function eligible(db: Queries, app: App, stores: readonly number[]) {
  return db.many(
    Allowed,
    sql`
      select s.id as store_id, i.scopes
        from stores s
        left join installations i on i.store_id = s.id and i.app_id = ${app.id}
        left join named_stores n on n.store_id = s.id and n.app_id = ${app.id}
       where s.id = any (${stores}::bigint[])
         and (${app.distribution} = 'app_store' or n.store_id is not null or s.id = ${app.demo_store_id})
       order by s.id`,
  )
}

/** Whether these are the very scopes that the app asks for; a store that has agreed to them is not asked again (contract: apps 2). */
export const isAgreed = (app: App, scopes: readonly string[] | null): boolean =>
  scopes !== null && isDeepStrictEqual(new Set(app.scopes), new Set(scopes))

/**
 * The owner has agreed: the app counts as installed, and its code goes to the registered address. The store is named beside it:
 * many apps ask for both before they exchange the code.
 */
export async function accept(
  tx: Tx,
  world: World,
  { app, store, request, issuer }: { app: App; store: number; request: AuthorizationRequest; issuer: string },
): Promise<string> {
  const { id, scopes, redirect_url } = app
  if ((await eligible(tx, app, [store])).length === 0) throw refused(403, 'The app is not for this store')
  await install(tx, world.now(), { store, app: id, scopes })
  const code_challenge = request.code_challenge || null
  const code = await issueCode(tx, world, { store, app: id, scopes, code_challenge })
  return redirectTo(redirect_url, { code, state: request.state, iss: issuer, store_id: String(store) })
}

export const decline = ({ redirect_url }: App, { state }: AuthorizationRequest, issuer: string): string =>
  redirectTo(redirect_url, { error: 'access_denied', state, iss: issuer })
