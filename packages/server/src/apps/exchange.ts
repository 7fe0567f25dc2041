import { ApiError, envelope, isScope } from '@bodega/api'
import { hashSecret, isSameSecret, issueToken, outlived, ownerOf, revokeTokenOfCode } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { clientSecretOf, findApp } from './apps.ts'
import { findCode, isVerified, useUp } from './codes.ts'
import { lockInstallation } from './installations.ts'

export interface TokenReply {
  access_token: string
  token_type: 'bearer'
  /** Comma separated (D22). */
  scope: string
  /** The id of the store, as a number (D22). */
  user_id: number
}

export type TokenFields = Readonly<Record<string, string | undefined>>

/** All five keys, so that every client shows its user the reason (D21). */
export function tokenError(
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError(status, { error, error_description: description, ...envelope(status, description) }, headers)
}

const invalidGrant = (description: string) => tokenError(400, 'invalid_grant', description)

/** Gives the token of a code to its app (specification 5, "Obtaining a token"). The checks, in this order. */
export async function exchange(db: Db, world: World, key: Buffer, fields: TokenFields): Promise<TokenReply> {
  const { client_id, client_secret, code } = requiredOf(fields)
  const app = await authenticate(db, key, client_id, client_secret)
  const store = ownerOf(code, ['bac'])
  if (store === undefined) throw unknownCode()
  const outcome = await db.tx(tx => redeem(tx, world, { store, app, code, verifier: fields.code_verifier }))
  if (!(outcome instanceof ApiError)) return outcome
  // Thrown here and not inside: that a token was revoked has to stay. It is dead when this is told.
  await outlived()
  throw outcome
}

function requiredOf(fields: TokenFields) {
  const { grant_type, client_id, client_secret, code } = fields
  if (grant_type !== undefined && grant_type !== 'authorization_code')
    throw tokenError(400, 'unsupported_grant_type', 'The only grant_type is authorization_code')
  if (!client_id || !client_secret || !code) {
    const missing = ['client_id', 'client_secret', 'code'].filter(name => !fields[name])
    throw tokenError(400, 'invalid_request', `Missing in the body: ${missing.join(', ')}`)
  }
  return { client_id, client_secret, code }
}

/** How an app may say who it is beside the body: RFC 6749, 5.2, wants it told, and RFC 9110, 15.5.2, with every 401. */
const challenge = { 'www-authenticate': 'Basic realm="Bodega"' }

/** An unknown app is refused in the same words, and after the same work, as a wrong secret. */
async function authenticate(db: Db, key: Buffer, client_id: string, secret: string): Promise<number> {
  const app = /^\d{1,15}$/.test(client_id) ? Number(client_id) : 0
  const right = await clientSecretOf(db, key, app)
  if (!isSameSecret(right ?? '', secret) || right === undefined)
    throw tokenError(401, 'invalid_client', 'client_id or client_secret is wrong', challenge)
  return app
}

interface Redeeming {
  store: number
  app: number
  code: string
  verifier: string | undefined
}

/**
 * Whoever holds the row of the installation is alone with its token, and the code goes with its use: of a thousand that
 * come with one code the first gets the token, and the second ends it.
 */
async function redeem(tx: Tx, world: World, { store, app, code, verifier }: Redeeming): Promise<TokenReply | ApiError> {
  const hash = hashSecret(code)
  const found = await findCode(tx, world.now(), { store, app, hash })
  if (found?.is_expired) return invalidGrant('The authorization code has expired: install the app again')
  if (found && !isVerified(found.code_challenge, verifier))
    return invalidGrant('code_verifier does not fit the code_challenge')
  if (!found || !(await lockInstallation(tx, store, app)) || !(await useUp(tx, store, hash))) {
    await revokeTokenOfCode(tx, store, app, hash)
    return unknownCode()
  }
  const scopes = found.scopes.filter(isScope)
  const name = (await findApp(tx, app))?.name ?? ''
  const access_token = await issueToken(tx, world, store, { app, name, scopes, code_hash: hash })
  return { access_token, token_type: 'bearer', scope: scopes.join(','), user_id: store }
}

const unknownCode = () => invalidGrant('The authorization code is unknown, was used before, or is for another app')
