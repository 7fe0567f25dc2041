import { notFound, type Webhook } from '@bodega/api'
import type { departures, partnerWebhooks, storeWebhooks } from '@bodega/api/panel'
import { appActor, type Call, operatorCall } from '../access/index.ts'
import { getApp, listDepartures } from '../apps/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries } from '../platform/database/database.ts'
import { storeContext } from '../stores/index.ts'
import { deliveryHandlers, listTold, listWebhooks } from '../webhooks/index.ts'
import type { PanelHandlers, Partner } from './call.ts'

interface Place {
  app_id: number
  store_id: number
}

/** Reads and sends as the app in the store would: it sees its own webhooks only. */
async function asApp(db: Queries, world: World, { app_id, store_id }: Place): Promise<Call> {
  const store = await storeContext(db, store_id)
  if (!store) throw notFound()
  return { ...operatorCall(world, store), actor: appActor(app_id), app_id }
}

/** An app of another partner does not exist. */
async function asOwnApp(db: Queries, { world, partner }: Partner, place: Place): Promise<Call> {
  if (!(await getApp(db, partner, place.app_id))) throw notFound()
  return asApp(db, world, place)
}

export const partnerWebhookHandlers: PanelHandlers<typeof partnerWebhooks> = {
  list: async (call, { params, query }) => listWebhooks(call.db, await asOwnApp(call.db, call, params), query),
  deliveries: async (call, { params, query }) =>
    deliveryHandlers.list(
      { ...(await asOwnApp(call.db, call, params)), db: call.db },
      { params, query, body: undefined },
    ),
  replay: async (call, { params, body }) =>
    deliveryHandlers.replay({ ...(await asOwnApp(call.tx, call, params)), tx: call.tx }, { params, query: {}, body }),
}

/** An app of another partner has left nothing. */
export const departureHandlers: PanelHandlers<typeof departures> = {
  list: async ({ db, now, partner }, { params: { app_id }, query }) => {
    if (!(await getApp(db, partner, app_id))) throw notFound()
    return listDepartures(db, now, app_id, query)
  },
  deliveries: async (call, { params, query }) => {
    const { store, actor } = await asOwnApp(call.db, call, params)
    return listTold(call.db, store.id, actor, query)
  },
}

/** By its headers the receiver of an app may know who sends, the same in all stores: they are not for the people of one. */
const withHiddenHeaders = (webhook: Webhook): Webhook => ({
  ...webhook,
  headers: Object.fromEntries(Object.keys(webhook.headers).map(name => [name, '[secret]'])),
})

export const storeWebhookHandlers: PanelHandlers<typeof storeWebhooks> = {
  list: async ({ db, world }, { params, query }) => {
    const page = await listWebhooks(db, await asApp(db, world, params), query)
    return { ...page, items: page.items.map(withHiddenHeaders) }
  },
  deliveries: async ({ db, world }, { params, query }) =>
    deliveryHandlers.list({ ...(await asApp(db, world, params)), db }, { params, query, body: undefined }),
  replay: async ({ tx, world }, { params, body }) =>
    deliveryHandlers.replay({ ...(await asApp(tx, world, params)), tx }, { params, query: {}, body }),
}
