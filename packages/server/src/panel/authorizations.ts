import { refused } from '@bodega/api'
import type { authorizations } from '@bodega/api/panel'
import { examine } from '../apps/index.ts'
import type { PanelHandlers } from './call.ts'
import { consentOf, decide } from './consent.ts'
import type { PanelSettings } from './session.ts'

export const authorizationHandlers = ({ url }: PanelSettings): PanelHandlers<typeof authorizations> => ({
  get: async ({ db, signedIn }, { params, query }) => consentOf(db, await examine(db, params.app_id, query), signedIn),
  decide: async ({ tx, world, signedIn }, { params, body }) => {
    const { store_id, scopes, decision, ...request } = body
    const { app_id } = params
    const redirect_url = await decide(tx, world, url, signedIn, { app_id, request, store_id, scopes, decision })
    if (redirect_url === undefined) throw refused(409, 'The app asks for other scopes by now')
    return { redirect_url }
  },
})
