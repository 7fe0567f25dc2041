import Type, { type Static } from 'typebox'
import { DateTime, Id } from '../common.ts'
import { panelEndpoint } from './panel-endpoint.ts'
import { Email, Role, tooOften } from './sessions.ts'

/** Somebody who works in the store. */
export const Member = Type.Object({
  account_id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  created_at: DateTime,
})
export type Member = Static<typeof Member>

/** An invitation that nobody has accepted yet. */
export const Invitation = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  role: Role,
  created_at: DateTime,
  expires_at: DateTime,
})
export type Invitation = Static<typeof Invitation>

const OfStore = Type.Object({ store_id: Id })
const OneMember = Type.Object({ store_id: Id, account_id: Id })
const lastOwner = 'The store would be left without an owner'

export const members = {
  list: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/members',
    access: 'member',
    summary: 'List who works in the store',
    params: OfStore,
    reply: Type.Array(Member),
  }),
  update: panelEndpoint({
    method: 'PUT',
    path: '/stores/:store_id/members/:account_id',
    access: 'owner',
    summary: 'Change the role of a member; open invitations end with an owner',
    params: OneMember,
    body: Type.Object({ role: Role }),
    reply: Member,
    errors: { 422: lastOwner },
  }),
  remove: panelEndpoint({
    method: 'DELETE',
    path: '/stores/:store_id/members/:account_id',
    access: 'owner',
    summary: 'Take somebody out of the store; open invitations end with an owner',
    params: OneMember,
    reply: Type.Object({}),
    errors: { 422: lastOwner },
  }),
  invitations: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/invitations',
    access: 'owner',
    summary: 'List the invitations that nobody has accepted yet',
    params: OfStore,
    reply: Type.Array(Invitation),
  }),
  invite: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/invitations',
    access: 'owner',
    summary: 'Invite somebody to the store by e-mail; an open invitation to the same address is renewed',
    params: OfStore,
    body: Type.Object({ email: Email, role: Role }),
    status: 201,
    reply: Invitation,
    errors: {
      409: 'Somebody with this address works in the store already',
      422: 'A field is wrong, or that many invitations are open',
      429: tooOften,
    },
  }),
  withdraw: panelEndpoint({
    method: 'DELETE',
    path: '/stores/:store_id/invitations/:id',
    access: 'owner',
    summary: 'Withdraw an invitation',
    params: Type.Object({ store_id: Id, id: Id }),
    reply: Type.Object({}),
  }),
}
