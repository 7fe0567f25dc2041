import { invalid, notFound, unprocessable } from '@bodega/api'
import type { PartnerApp, PartnerAppChange, partnerApps } from '@bodega/api/panel'
import { roleIn, storesOf } from '../accounts/index.ts'
import {
  changeApp,
  clientSecretOf,
  createApp,
  getApp,
  listApps,
  listInstallations,
  lockApp,
  rotateSecret,
} from '../apps/index.ts'
import { callsOf, errorsOf, type Recorder } from '../calls/index.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { apart } from '../platform/http/transactions.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { seed } from '../seeding/index.ts'
import { storeContext } from '../stores/index.ts'
import { eventsHeardBy } from '../webhooks/index.ts'
import type { PanelHandlers, Partner } from './call.ts'
import type { PanelSettings } from './session.ts'
import { ownedStore } from './stores.ts'

const mostApps = 200

/** An app of another partner does not exist. */
function known(app: PartnerApp | undefined): PartnerApp {
  if (!app) throw notFound()
  return app
}

const ownApp = async (db: Queries, { partner }: Partner, id: number): Promise<PartnerApp> =>
  known(await getApp(db, partner, id))

/** A partner tries apps in stores of their own. */
async function refuseForeignStore(tx: Tx, { signedIn }: Partner, { demo_store_id }: PartnerAppChange): Promise<void> {
  if (typeof demo_store_id !== 'number') return
  if ((await roleIn(tx, demo_store_id, signedIn.account.id)) !== 'owner')
    throw invalid({ demo_store_id: ['is not one of your stores'] })
}

const noticeAddresses = ['store_redact_url', 'customers_redact_url', 'customers_data_request_url'] as const

/** Where no notice would ever be sent to, nobody is to wait for one (D64). */
function refuseUnreachable(checkUrl: CheckUrl, app: PartnerApp, change: PartnerAppChange): void {
  const wrong = noticeAddresses.flatMap(name => {
    const url = change[name]
    const problem = url && url !== app[name] ? checkUrl(url) : undefined
    return problem === undefined ? [] : [[name, [problem]]]
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

export function partnerAppHandlers(
  settings: PanelSettings,
  recorder: Recorder,
  checkUrl: CheckUrl,
): PanelHandlers<typeof partnerApps> {
  const { secretKey, url } = settings
  return {
    list: ({ db, partner }) => listApps(db, partner),
    get: (call, { params }) => ownApp(call.db, call, params.app_id),
    create: async (call, { body }) => {
      const { tx, world, partner } = call
      if ((await listApps(tx, partner)).length >= mostApps)
        throw unprocessable(`A partner has at most ${mostApps} apps`)
      await refuseForeignStore(tx, call, body)
      const { name, distribution, redirect_url = `${url}/demo/callback`, scopes = firstScopes } = body
      const { app_id } = await createApp(tx, world, secretKey, { partner, name, distribution, redirect_url, scopes })
      const app = await ownApp(tx, call, app_id)
      await changeApp(tx, call.now, app, body)
      refuseUnreachable(checkUrl, app, body)
      return ownApp(tx, call, app_id)
    },
    update: async (call, { params, body }) => {
      await refuseForeignStore(call.tx, call, body)
      const app = known(await lockApp(call.tx, call.partner, params.app_id))
      await changeApp(call.tx, call.now, app, body)
      refuseUnreachable(checkUrl, app, body)
      return ownApp(call.tx, call, params.app_id)
    },
    keys: async (call, { params }) => {
      const { id } = await ownApp(call.db, call, params.app_id)
      return { client_id: id, client_secret: (await clientSecretOf(call.db, secretKey, id)) ?? '' }
    },
    rotateKeys: async (call, { params }) => {
      const { id } = await ownApp(call.tx, call, params.app_id)
      return { client_id: id, client_secret: await rotateSecret(call.tx, call.world, secretKey, id) }
    },
    installations: async (call, { params, query }) =>
      listInstallations(call.db, (await ownApp(call.db, call, params.app_id)).id, query),
    calls: async (call, { params }) => {
      const app = await ownApp(call.db, call, params.app_id)
      await recorder.flush()
      return callsOf(call.db, call.now, app, await eventsHeardBy(call.db, app.id))
    },
    errors: async (call, { params }) => {
      const { id } = await ownApp(call.db, call, params.app_id)
      await recorder.flush()
      return errorsOf(call.db, id)
    },
    demoStores: async ({ db, signedIn }) =>
      (await storesOf(db, signedIn.account.id)).filter(({ role }) => role === 'owner'),
    // Filled after it is made: products come in transactions of their own.
    createDemoStore: apart(async ({ db, world, now, signedIn: { account } }, { body }) => {
      const made = await db.tx(tx => ownedStore(tx, now, account, body))
      const context = await storeContext(db, made.id)
      if (context)
        await seed(db, world, context, { products: 24, locations: 2, customers: 6, orders: 8, seed: made.id })
      return made
    }),
  }
}

/** What a new app starts with (contract: apps 1). */
const firstScopes = ['read_products', 'write_products'] as const
