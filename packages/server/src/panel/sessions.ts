import { notFound } from '@bodega/api'
import type { sessions } from '@bodega/api/panel'
import { endSession, endSessions, enter, findByEmail, listSessions, signIn } from '../accounts/index.ts'
import { apart } from '../platform/http/transactions.ts'
import type { PanelHandlers } from './call.ts'
import { begun, type PanelSettings, show } from './session.ts'

export const sessionHandlers = (settings: PanelSettings): PanelHandlers<typeof sessions> => ({
  get: call => show(call, settings, call.signedIn),
  signIn: apart(async (call, { body }) => begun(call, settings, await signIn(call.db, call.world, body, call.visit))),
  signInToDemo: apart(async (call, { body }) => {
    const account = settings.demo && call.isAtHome && (await findByEmail(call.db, settings.demo[body.as]))
    if (!account) throw notFound()
    return begun(call, settings, await enter(call.db, call.world, account.id, call.visit))
  }),
  signOut: async ({ tx, signedIn, forget }) => {
    await endSession(tx, signedIn.account.id, signedIn.session)
    forget()
    return {}
  },
  list: ({ db, now, signedIn }) => listSessions(db, now, signedIn),
  end: async ({ tx, signedIn }, { params }) => {
    if (!(await endSession(tx, signedIn.account.id, params.id))) throw notFound()
    return {}
  },
  endAll: async ({ tx, signedIn, forget }) => {
    await endSessions(tx, signedIn.account.id)
    forget()
    return {}
  },
})
