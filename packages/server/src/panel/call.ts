import type { Access, PanelEndpoint, Role } from '@bodega/api/panel'
import type { SignedIn, Visit } from '../accounts/index.ts'
import type { World } from '../platform/clock.ts'
import type { Handler } from '../platform/http/implement.ts'
import type { Language } from './texts/index.ts'

/** Whoever asks something of the panel. */
export interface Visitor {
  actor: string
  now: Date
  world: World
  visit: Visit
  /** The language of the page, or of the browser. */
  language: Language
  /** Asked under a name that is our own. */
  isAtHome: boolean
  signedIn: SignedIn | undefined
  /** Puts the secret of a session into the cookie, or takes it out. */
  keep(secret: string): void
  forget(): void
}

/** Somebody who is signed in; and, as the endpoint demands it, a partner, or a member of the store in the path. */
export interface Account extends Visitor {
  signedIn: SignedIn
}
export interface Partner extends Account {
  partner: number
}
export interface Member extends Account {
  storeId: number
  role: Role
}

export const isMember = (visitor: Visitor): visitor is Member => 'storeId' in visitor

/** What `authorize` has made of a visitor when an endpoint with this access is reached. */
export type CallFor<A extends Access> = A extends 'anyone'
  ? Visitor
  : A extends 'account'
    ? Account
    : A extends 'partner'
      ? Partner
      : Member

/** One handler for each endpoint, and each gets no more and no less than what its access promises. */
export type PanelHandlers<R extends Readonly<Record<string, PanelEndpoint>>> = {
  [N in keyof R]: Handler<R[N], CallFor<R[N]['access']>>
}
