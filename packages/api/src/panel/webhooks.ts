import Type, { type Static } from 'typebox'
import { DateTime, Id, Localized, NoBody, Paging } from '../common.ts'
import { Delivery, deliveries, Webhook } from '../webhooks.ts'
import { panelEndpoint, Search } from './panel-endpoint.ts'

const OfApp = Type.Object({ app_id: Id, store_id: Id })
const { webhook_id, id } = deliveries.get.params.properties
const OneWebhook = Type.Object({ ...OfApp.properties, webhook_id })
const OneDelivery = Type.Object({ ...OneWebhook.properties, id })

/** A store that an app was uninstalled from. */
export const Departure = Type.Object({ store_id: Type.Integer(), store_name: Localized, left_at: DateTime })
export type Departure = Static<typeof Departure>

/** The webhooks of an app in a store, and what became of each notification, for the partner who makes it. */
export const partnerWebhooks = {
  list: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/stores/:store_id/webhooks',
    access: 'partner',
    summary: 'List the webhooks of an own app in a store',
    params: OfApp,
    query: Paging,
    reply: Webhook,
    list: true,
  }),
  deliveries: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/stores/:store_id/webhooks/:webhook_id/deliveries',
    access: 'partner',
    summary: 'List the deliveries of a webhook of an own app, the newest first',
    params: OneWebhook,
    query: deliveries.list.query,
    reply: Delivery,
    list: true,
  }),
  replay: panelEndpoint({
    method: 'POST',
    path: '/partner/apps/:app_id/stores/:store_id/webhooks/:webhook_id/deliveries/:id/replay',
    access: 'partner',
    summary: 'Send a delivery to an own app again',
    params: OneDelivery,
    body: NoBody,
    reply: Delivery,
  }),
}

/** What an app was told in stores that it has left: its webhooks are gone, what became of them is kept for 30 days. */
export const departures = {
  list: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/departures',
    access: 'partner',
    summary: 'List the stores that an own app has left within the last 30 days, the latest first; `q` as there',
    params: Type.Object({ app_id: Id }),
    query: Search,
    reply: Departure,
    list: true,
  }),
  deliveries: panelEndpoint({
    method: 'GET',
    path: '/partner/apps/:app_id/departures/:store_id/deliveries',
    access: 'partner',
    summary: 'List what an own app was told in a store, whatever webhook it was for, the newest first',
    params: OfApp,
    query: deliveries.list.query,
    reply: Delivery,
    list: true,
  }),
}

const InStore = Type.Object({ store_id: Id, app_id: Id })
const WebhookInStore = Type.Object({ ...InStore.properties, webhook_id })
const DeliveryInStore = Type.Object({ ...WebhookInStore.properties, id })

/** The same for the store in which the app is installed. */
export const storeWebhooks = {
  list: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/apps/:app_id/webhooks',
    access: 'member',
    summary: 'List the webhooks of an app in the store; what their headers say is hidden',
    params: InStore,
    query: Paging,
    reply: Webhook,
    list: true,
  }),
  deliveries: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/apps/:app_id/webhooks/:webhook_id/deliveries',
    access: 'member',
    summary: 'List the deliveries of a webhook, the newest first',
    params: WebhookInStore,
    query: deliveries.list.query,
    reply: Delivery,
    list: true,
  }),
  replay: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/apps/:app_id/webhooks/:webhook_id/deliveries/:id/replay',
    access: 'owner',
    summary: 'Send a delivery again',
    params: DeliveryInStore,
    body: NoBody,
    reply: Delivery,
  }),
}
