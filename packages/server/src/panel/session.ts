import type { Session } from '@bodega/api/panel'
import { csrfTokenOf, findSession, type SignedIn, storesOf } from '../accounts/index.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import type { Visitor } from './call.ts'

/** What the pages may know of how the server is set up. */
export interface PanelSettings {
  /** Where the pages are, for links in mail. */
  url: string
  secretKey: Buffer
  signUp: boolean
  rateLimit: { burst: number; perSecond: number }
  /** The people of the demo store, where one click signs in. */
  demo: { owner: string; partner: string } | undefined
}

export async function show(
  { db, isAtHome }: Pick<Visitor, 'isAtHome'> & { db: Queries },
  { signUp, demo }: PanelSettings,
  signedIn: SignedIn | undefined,
): Promise<Session> {
  return {
    account: signedIn?.account ?? null,
    csrf_token: signedIn ? csrfTokenOf(signedIn.secret) : null,
    partner: signedIn?.partner ?? null,
    stores: signedIn ? await storesOf(db, signedIn.account.id) : [],
    demo: demo !== undefined && isAtHome,
    sign_up: signUp,
  }
}

/** The browser gets the new session, and the page all that it must know of it. */
export async function begun(call: Visitor & { db: Db }, settings: PanelSettings, secret: string): Promise<Session> {
  call.keep(secret)
  return show(call, settings, await findSession(call.db, call.now, secret))
}
