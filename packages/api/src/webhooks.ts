import Type, { type Static } from 'typebox'
import {
  Dates,
  DateTime,
  Fields,
  Id,
  Instant,
  MaybeOf,
  NoBody,
  Nullable,
  Paging,
  SinceId,
  Sought,
  WholePaging,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { NotificationBody } from './events.ts'

const Headers = Type.Record(Type.String(), Type.String())

/** An address that is told of an event (specification 2.4). */
export const Webhook = Type.Object({
  id: Type.Integer(),
  event: Type.String(),
  url: Type.String(),
  headers: Headers,
  created_at: DateTime,
  updated_at: DateTime,
})
export type Webhook = Static<typeof Webhook>

export const WebhookInput = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 255 }),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  headers: MaybeOf(Headers),
})
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookChange = Type.Partial(WebhookInput)
export type WebhookChange = Static<typeof WebhookChange>

const OneWebhook = Type.Object({ id: Id })

const wrong = {
  403: 'The event is one of a resource that the token may not read',
  422: 'The event is unknown, the address is not public https, or a header cannot be sent',
}

/** Specification 4.4, in its order, then what the public contract adds. */
export const webhooks = {
  create: endpoint({
    method: 'POST',
    path: '/webhooks',
    scope: 'none',
    summary: 'Register a webhook',
    body: WebhookInput,
    status: 201,
    reply: Webhook,
    errors: wrong,
  }),
  list: endpoint({
    method: 'GET',
    path: '/webhooks',
    scope: 'none',
    summary: 'List the webhooks of the calling app',
    query: Type.Object({
      ...WholePaging.properties,
      ...SinceId.properties,
      ...Dates.properties,
      url: Sought(2048),
      event: Sought(),
    }),
    reply: Webhook,
    list: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/webhooks/:id',
    scope: 'none',
    summary: 'Change the address, the headers or the event of a webhook',
    params: OneWebhook,
    body: WebhookChange,
    reply: Webhook,
    errors: wrong,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/webhooks/:id',
    scope: 'none',
    summary: 'Remove a webhook',
    params: OneWebhook,
    reply: Type.Object({}),
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhooks/:id',
    scope: 'none',
    summary: 'Read one webhook',
    params: OneWebhook,
    query: Fields,
    reply: Webhook,
  }),
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
const DeliveryStatus = Type.Enum([...deliveryStatuses])

/** One try to deliver: `status_code` is null when no answer came, `error` when one did. */
export const Attempt = Type.Object({
  at: DateTime,
  status_code: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  duration_ms: Type.Integer(),
  /** The first 1 KB of the answer. */
  response: Nullable(Type.String()),
})
export type Attempt = Static<typeof Attempt>

/** A notification on its way to a webhook (D67). */
export const Delivery = Type.Object({
  /** As in the header `webhook-id`. */
  id: Type.String(),
  webhook_id: Type.Integer(),
  event: Type.String(),
  /** The number of the event in the journal; null for what is not in there. */
  event_id: Nullable(Type.Integer()),
  status: DeliveryStatus,
  attempts: Type.Array(Attempt),
  /** What is sent. */
  notification: NotificationBody,
  created_at: DateTime,
  next_attempt_at: Nullable(DateTime),
})
export type Delivery = Static<typeof Delivery>

const OfWebhook = Type.Object({ webhook_id: Id })
const OneDelivery = Type.Object({
  webhook_id: Id,
  id: Type.String({ pattern: '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' }),
})

/** What became of each notification, and sending it again: an extension. */
export const deliveries = {
  list: endpoint({
    method: 'GET',
    path: '/webhooks/:webhook_id/deliveries',
    scope: 'none',
    summary: 'List the deliveries of a webhook, the newest first',
    params: OfWebhook,
    query: Type.Object({ ...Paging.properties, status: Type.Optional(DeliveryStatus) }),
    reply: Delivery,
    list: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhooks/:webhook_id/deliveries/:id',
    scope: 'none',
    summary: 'Read one delivery with its attempts',
    params: OneDelivery,
    query: Fields,
    reply: Delivery,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/webhooks/:webhook_id/deliveries/:id/replay',
    scope: 'none',
    summary: 'Send a delivery again',
    params: OneDelivery,
    body: NoBody,
    reply: Delivery,
  }),
  replayFailed: endpoint({
    method: 'POST',
    path: '/webhooks/:webhook_id/deliveries/replay',
    scope: 'none',
    summary: 'Send every failed delivery again, or those since a time',
    params: OfWebhook,
    body: Type.Object({ since: Type.Optional(Instant) }),
    reply: Type.Object({ replayed: Type.Integer() }),
  }),
}
