import type { members } from '@bodega/api/panel'
import {
  changeRole,
  findInvitation,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '../accounts/index.ts'
import { apart } from '../platform/http/transactions.ts'
import type { Mailer } from '../platform/mail.ts'
import type { PanelHandlers } from './call.ts'
import type { PanelSettings } from './session.ts'
import { inLanguage, texts } from './texts/index.ts'

export const memberHandlers = (settings: PanelSettings, send: Mailer): PanelHandlers<typeof members> => ({
  list: ({ db, storeId }) => listMembers(db, storeId),
  update: ({ tx, storeId }, { params, body }) => changeRole(tx, storeId, params.account_id, body.role),
  remove: async ({ tx, storeId }, { params }) => {
    await removeMember(tx, storeId, params.account_id)
    return {}
  },
  invitations: ({ db, now, storeId }) => listInvitations(db, now, storeId),
  // The mail goes out when the invitation is there.
  invite: apart(async ({ db, world, now, storeId, signedIn, language }, { body }) => {
    const { invitation, secret } = await db.tx(tx => invite(tx, world, storeId, body))
    const found = await findInvitation(db, now, secret)
    const store = inLanguage(found?.name ?? {}, language)
    const { subject, text } = texts[language].invitationMail
    const link = `${settings.url}/invitation?token=${secret}`
    await send({ to: body.email, subject: subject(store), text: text(store, signedIn.account.name, link) })
    return invitation
  }),
  withdraw: async ({ tx, storeId }, { params }) => {
    await withdrawInvitation(tx, storeId, params.id)
    return {}
  },
})
