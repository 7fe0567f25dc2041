import type { members } from '@bodega/api/panel'
import {
  changeRole,
  countInvitation,
  findInvitation,
  holdOwners,
  invite,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '../accounts/index.ts'
import type { Db } from '../platform/database/database.ts'
import { apart } from '../platform/http/transactions.ts'
import type { Mailer } from '../platform/mail.ts'
import { lockStore } from '../stores/index.ts'
import type { PanelHandlers } from './call.ts'
import type { PanelSettings } from './session.ts'
import { inLanguage, texts } from './texts/index.ts'

/** What is counted of people is counted for all stores. */
export const memberHandlers = (
  settings: PanelSettings,
  send: Mailer,
  everywhere: Db,
): PanelHandlers<typeof members> => ({
  list: ({ db, storeId }) => listMembers(db, storeId),
  update: ({ tx, storeId, signedIn }, { params, body }) =>
    changeRole(tx, storeId, { account: params.account_id, by: signedIn.account.id }, body.role),
  remove: async ({ tx, storeId, signedIn }, { params }) => {
    await removeMember(tx, storeId, { account: params.account_id, by: signedIn.account.id })
    return {}
  },
  invitations: ({ db, now, storeId }) => listInvitations(db, now, storeId),
  // The mail goes out when the invitation is there.
  invite: apart(async ({ db, world, now, storeId, signedIn, language }, { body }) => {
    await countInvitation(everywhere, now, { from: signedIn.account.id, to: body.email })
    const { invitation, secret } = await db.tx(async tx => {
      await lockStore(tx, storeId)
      await holdOwners(tx, storeId, signedIn.account.id)
      return invite(tx, world, storeId, body)
    })
    const found = await findInvitation(db, now, secret)
    const store = inLanguage(found?.name ?? {}, language)
    const { subject, text } = texts[language].invitationMail
    const link = `${settings.url}/invitation?token=${secret}`
    // Not waited for: a mail server that does not answer would hold up the page.
    void send({ to: body.email, subject: subject(store), text: text(store, signedIn.account.name, link) })
    return invitation
  }),
  withdraw: async ({ tx, storeId }, { params }) => {
    await withdrawInvitation(tx, storeId, params.id)
    return {}
  },
})
