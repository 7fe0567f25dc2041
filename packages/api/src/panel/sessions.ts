import Type, { type Static } from 'typebox'
import { DateTime, Id, Localized, Nullable } from '../common.ts'
import { panelEndpoint } from './panel-endpoint.ts'

export const Role = Type.Enum(['owner', 'staff'])
export type Role = Static<typeof Role>

/** Without the marks by which mail puts names, remarks and further addresses into one line (RFC 5322, 3.2.3). */
const plain = '[^\\s@<>()[\\]\\\\,;:"]'

export const Email = Type.String({ maxLength: 254, pattern: `^${plain}{1,64}@${plain}{1,189}$` })

/** A store that the account may work in. */
export const MyStore = Type.Object({
  id: Type.Integer(),
  name: Localized,
  country: Type.String(),
  main_language: Type.String(),
  main_currency: Type.String(),
  role: Role,
  /** By an operator (contract 5.4): apps and tokens are shut out, the people of the store are not. */
  is_suspended: Type.Boolean(),
  /** What the session may do with the store over the public API. */
  scopes: Type.Array(Type.String()),
})
export type MyStore = Static<typeof MyStore>

/** Who is signed in, and all that a page must know to begin. */
export const Session = Type.Object({
  account: Nullable(Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() })),
  /** Goes with every write, in the header `x-csrf-token`; null where nobody is signed in. */
  csrf_token: Nullable(Type.String()),
  partner: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
  stores: Type.Array(MyStore),
  /** One click signs in here. */
  demo: Type.Boolean(),
  /** Whether strangers may make an account. */
  sign_up: Type.Boolean(),
})
export type Session = Static<typeof Session>

/** A place where the account is signed in. */
export const OpenSession = Type.Object({
  id: Type.Integer(),
  is_current: Type.Boolean(),
  address: Type.String(),
  user_agent: Type.String(),
  created_at: DateTime,
  last_seen_at: DateTime,
})
export type OpenSession = Static<typeof OpenSession>

export const tooOften = 'Too many attempts; `Retry-After` says when to try again'

export const sessions = {
  get: panelEndpoint({
    method: 'GET',
    path: '/session',
    access: 'anyone',
    summary: 'Read who is signed in, with their stores',
    reply: Session,
  }),
  signIn: panelEndpoint({
    method: 'POST',
    path: '/session',
    access: 'anyone',
    summary: 'Sign in',
    body: Type.Object({ email: Email, password: Type.String({ maxLength: 256 }) }),
    reply: Session,
    errors: { 401: 'The address or the password is wrong', 429: tooOften },
  }),
  signInToDemo: panelEndpoint({
    method: 'POST',
    path: '/session/demo',
    access: 'anyone',
    summary: 'Sign in to the demo store with one click',
    body: Type.Object({ as: Type.Enum(['owner', 'partner']) }),
    reply: Session,
    errors: { 404: 'There is no demo store here' },
  }),
  signOut: panelEndpoint({
    method: 'DELETE',
    path: '/session',
    access: 'account',
    summary: 'Sign out',
    reply: Type.Object({}),
  }),
  list: panelEndpoint({
    method: 'GET',
    path: '/sessions',
    access: 'account',
    summary: 'List where the account is signed in, the latest first',
    reply: Type.Array(OpenSession),
  }),
  end: panelEndpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'account',
    summary: 'Sign out elsewhere',
    params: Type.Object({ id: Id }),
    reply: Type.Object({}),
  }),
  endAll: panelEndpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'account',
    summary: 'Sign out everywhere, here too',
    reply: Type.Object({}),
  }),
}
