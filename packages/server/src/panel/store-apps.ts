import { notFound, unprocessable } from '@bodega/api'
import type { storeApps, storeTokens } from '@bodega/api/panel'
import { adminTokens, appActor, issueAdminToken, outlived, revokeAdminToken, tokenActor } from '../access/index.ts'
import { listAvailable, listInstalled, secretIn, sessionToken, uninstall } from '../apps/index.ts'
import type { Recorder } from '../calls/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { apart } from '../platform/http/transactions.ts'
import { removeScripts } from '../scripts/index.ts'
import { removeCarriers } from '../shipping/index.ts'
import { lockStore } from '../stores/index.ts'
import { removeApp, removeToken, secretOfToken } from '../webhooks/index.ts'
import type { PanelHandlers } from './call.ts'
import type { PanelSettings } from './session.ts'

/** What goes with its maker, but for webhooks. */
async function removeThingsOf(tx: Tx, store: number, actor: string): Promise<void> {
  await removeCarriers(tx, store, actor)
  await removeScripts(tx, store, actor)
}

/** Of one store, as far as its people make them: the command line is not held to it. */
const mostTokens = 100

export function storeAppHandlers({ secretKey, url }: PanelSettings, recorder: Recorder) {
  const apps: PanelHandlers<typeof storeApps> = {
    list: async ({ db, storeId }) => {
      await recorder.flush()
      return listInstalled(db, storeId)
    },
    available: ({ db, storeId }, { query }) => listAvailable(db, storeId, query),
    uninstall: apart(async ({ db, now, storeId }, { params }) => {
      await db.tx(async tx => {
        const leaving = await uninstall(tx, now, storeId, params.app_id)
        if (!leaving) throw notFound()
        await removeThingsOf(tx, storeId, appActor(leaving.id))
        // That it leaves is told last (D29).
        await removeApp(tx, now, storeId, leaving)
      })
      await outlived()
      return {}
    }),
    sessionToken: async ({ tx, now, storeId, signedIn }, { params }) => {
      const { app_id: app } = params
      const secret = await secretIn(tx, secretKey, storeId, app)
      if (secret === undefined) throw notFound()
      const opened = { app, store: storeId, account: signedIn.account.id, issuer: url }
      return { token: sessionToken(secret, now, opened) }
    },
  }
  const tokens: PanelHandlers<typeof storeTokens> = {
    list: async ({ db, storeId }) => {
      await recorder.flush()
      return adminTokens(db, storeId)
    },
    create: async ({ tx, world, storeId }, { body }) => {
      await lockStore(tx, storeId)
      if ((await adminTokens(tx, storeId)).length >= mostTokens)
        throw unprocessable(`A store has at most ${mostTokens} tokens`)
      const scopes = [...new Set(body.scopes)]
      const made = await issueAdminToken(tx, world, storeId, { name: body.name.trim(), scopes })
      return { ...made, webhook_secret: secretOfToken(secretKey, storeId, made.id) }
    },
    webhookSecret: async ({ db, storeId }, { params }) => {
      if (!(await adminTokens(db, storeId)).some(({ id }) => id === params.id)) throw notFound()
      return { webhook_secret: secretOfToken(secretKey, storeId, params.id) }
    },
    revoke: apart(async ({ db, storeId }, { params }) => {
      await db.tx(async tx => {
        if (!(await revokeAdminToken(tx, storeId, params.id))) throw notFound()
        await removeThingsOf(tx, storeId, tokenActor(params.id))
        await removeToken(tx, storeId, params.id)
      })
      await outlived()
      return {}
    }),
  }
  return { storeApps: apps, storeTokens: tokens }
}
