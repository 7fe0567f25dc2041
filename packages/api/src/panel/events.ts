import Type, { type Static } from 'typebox'
import { Id, Nullable } from '../common.ts'
import { Event } from '../events.ts'
import { Delivery } from '../webhooks.ts'
import { panelEndpoint } from './panel-endpoint.ts'

/** Something that happened in a store, and how many webhooks listened. */
export const JournalEntry = Type.Object({ ...Event.properties, deliveries: Type.Integer() })
export type JournalEntry = Static<typeof JournalEntry>

/** What one receiver was told of an event. */
export const EventDelivery = Type.Object({
  ...Delivery.properties,
  /** Null where the webhook is that of a token. */
  app_id: Nullable(Type.Integer()),
  /** Null where the webhook is gone. */
  url: Nullable(Type.String()),
})
export type EventDelivery = Static<typeof EventDelivery>

export const storeEvents = {
  list: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/events',
    access: 'member',
    summary: 'List what happened in the store before an event, the newest first',
    params: Type.Object({ store_id: Id }),
    query: Type.Object({ before: Type.Optional(Id), per_page: Type.Integer({ minimum: 1, default: 30 }) }),
    reply: Type.Array(JournalEntry),
  }),
  deliveries: panelEndpoint({
    method: 'GET',
    path: '/stores/:store_id/events/:id/deliveries',
    access: 'member',
    summary: 'List who was told of an event, and what became of it',
    params: Type.Object({ store_id: Id, id: Id }),
    reply: Type.Array(EventDelivery),
  }),
}
