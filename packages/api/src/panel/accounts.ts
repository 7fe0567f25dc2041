import Type from 'typebox'
import { Localized, Name } from '../common.ts'
import { panelEndpoint } from './panel-endpoint.ts'
import { Email, Role, Session, tooOften } from './sessions.ts'

/** Any characters; the server also refuses those that everybody tries first. */
const Password = Type.String({ minLength: 8, maxLength: 256 })
const Link = Type.String({ maxLength: 100 })

export const accounts = {
  create: panelEndpoint({
    method: 'POST',
    path: '/accounts',
    access: 'anyone',
    summary: 'Sign up, and be signed in; where strangers may not, by the token of an invitation',
    body: Type.Object({ name: Name(100), email: Email, password: Password, invitation: Type.Optional(Link) }),
    status: 201,
    reply: Session,
    errors: { 403: 'Nobody can sign up here', 422: 'A field is wrong, or the address has an account', 429: tooOften },
  }),
  update: panelEndpoint({
    method: 'PUT',
    path: '/account',
    access: 'account',
    summary: 'Change the own name',
    body: Type.Object({ name: Name(100) }),
    reply: Session,
  }),
  changePassword: panelEndpoint({
    method: 'POST',
    path: '/account/password',
    access: 'account',
    summary: 'Change the own password, which signs out everywhere else',
    body: Type.Object({ current_password: Type.String({ maxLength: 256 }), password: Password }),
    reply: Session,
    errors: { 422: 'The current password is wrong, or the new one too weak', 429: tooOften },
  }),
  askReset: panelEndpoint({
    method: 'POST',
    path: '/password-resets',
    access: 'anyone',
    summary: 'Ask for a link by which to choose a new password',
    body: Type.Object({ email: Email }),
    reply: Type.Object({}),
    errors: { 429: tooOften },
  }),
  reset: panelEndpoint({
    method: 'POST',
    path: '/password-resets/redeem',
    access: 'anyone',
    summary: 'Choose a new password by the link, and be signed in',
    body: Type.Object({ token: Link, password: Password }),
    reply: Session,
    errors: { 422: 'The link is not valid any more, or the password too weak', 429: tooOften },
  }),
}

/** What the link in an invitation leads to. */
export const Invited = Type.Object({
  store: Type.Object({ id: Type.Integer(), name: Localized }),
  email: Type.String(),
  role: Role,
})

export const invitations = {
  preview: panelEndpoint({
    method: 'GET',
    path: '/invitation',
    access: 'anyone',
    summary: 'Read what an invitation is to',
    query: Type.Object({ token: Link }),
    reply: Invited,
    errors: { 404: 'The invitation is not valid any more' },
  }),
  accept: panelEndpoint({
    method: 'POST',
    path: '/invitation',
    access: 'account',
    summary: 'Accept an invitation to a store',
    body: Type.Object({ token: Link }),
    reply: Session,
    errors: { 404: 'The invitation is not valid any more' },
  }),
}

export const partners = {
  become: panelEndpoint({
    method: 'POST',
    path: '/partner',
    access: 'account',
    summary: 'Become a partner, or change the name that merchants see as publisher',
    body: Type.Object({ name: Name(100) }),
    reply: Session,
    errors: { 403: 'Nobody can become a partner here' },
  }),
}
