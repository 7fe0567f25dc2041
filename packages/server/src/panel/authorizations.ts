import type { authorizations } from '@bodega/api/panel'
import { examine } from '../apps/index.ts'
import type { PanelHandlers } from './call.ts'
import { consentOf, decide } from './consent.ts'
import type { PanelSettings } from './session.ts'

export const authorizationHandlers = ({ url }: PanelSettings): PanelHandlers<typeof authorizations> => ({
  get: async ({ db, signedIn }, { params, query }) => consentOf(db, await examine(db, params.app_id, query), signedIn),
  decide: async ({ tx, world, signedIn }, { params, body }) => {
    const { store_id, decision, ...request } = body
    const { app_id } = params
    return { redirect_url: await decide(tx, world, url, signedIn, { app_id, request, store_id, decision }) }
  },
})
