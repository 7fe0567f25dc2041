import { invalid, notFound, refused } from '@bodega/api'
import type { accounts, invitations, partners } from '@bodega/api/panel'
import {
  acceptInvitation,
  becomePartner,
  beginReset,
  changePassword,
  countReset,
  findInvitation,
  findSession,
  renameAccount,
  resetPassword,
  signUp,
} from '../accounts/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { apart } from '../platform/http/transactions.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Account, PanelHandlers } from './call.ts'
import { begun, type PanelSettings, show } from './session.ts'
import { texts } from './texts/index.ts'

const noSuchInvitation = () => notFound('The invitation is not valid any more')

/** What happens when the answer is on its way. */
export interface Post {
  send: Mailer
  later(task: () => Promise<unknown>): void
}

export function accountHandlers(settings: PanelSettings, { send, later }: Post) {
  /** The session as it is after a change. */
  const again = async (db: Queries, { now, signedIn, isAtHome }: Account) =>
    show({ db, isAtHome }, settings, await findSession(db, now, signedIn.secret))

  const ofAccounts: PanelHandlers<typeof accounts> = {
    create: apart(async (call, { body }) => {
      const { invitation = '', ...person } = body
      const isAsked = settings.signUp || (await findInvitation(call.db, call.now, invitation)) !== undefined
      if (!isAsked) throw refused(403, 'Nobody can sign up here')
      return begun(call, settings, await signUp(call.db, call.world, person, call.visit))
    }),
    update: async (call, { body }) => {
      await renameAccount(call.tx, call.signedIn.account.id, body.name.trim())
      return again(call.tx, call)
    },
    changePassword: apart(async (call, { body }) => {
      const isRight = await changePassword(call.db, call.world, call.signedIn, body)
      if (!isRight) throw invalid({ current_password: ['is wrong'] })
      return again(call.db, call)
    }),
    askReset: apart(async ({ db, world, now, visit, language }, { body }) => {
      await countReset(db, now, body.email, visit)
      // The time that it takes would tell whether there is such an account.
      later(async () => {
        const reset = await beginReset(db, world, body.email)
        if (!reset) return
        const { subject, text } = texts[language].resetMail
        // Not waited for by the end of the server either: a mail server that does not answer would hold it up.
        void send({ to: reset.email, subject, text: text(`${settings.url}/reset-password?token=${reset.secret}`) })
      })
      return {}
    }),
    reset: apart(async (call, { body }) => {
      const secret = await resetPassword(call.db, call.world, body, call.visit)
      if (!secret) throw invalid({ token: ['is not valid any more'] })
      return begun(call, settings, secret)
    }),
  }
  const ofInvitations: PanelHandlers<typeof invitations> = {
    preview: async ({ db, now }, { query }) => {
      const found = await findInvitation(db, now, query.token)
      if (!found) throw noSuchInvitation()
      const { store_id, name, email, role } = found
      return { store: { id: store_id, name }, email, role }
    },
    accept: async (call, { body }) => {
      if (!(await acceptInvitation(call.tx, call.now, call.signedIn.account.id, body.token))) throw noSuchInvitation()
      return again(call.tx, call)
    },
  }
  const ofPartners: PanelHandlers<typeof partners> = {
    become: async (call, { body }) => {
      // A partner makes stores to try apps in.
      if (!settings.signUp && !call.signedIn.partner) throw refused(403, 'Nobody can become a partner here')
      await becomePartner(call.tx, call.now, call.signedIn.account.id, body.name.trim())
      return again(call.tx, call)
    },
  }
  return { accounts: ofAccounts, invitations: ofInvitations, partners: ofPartners }
}
