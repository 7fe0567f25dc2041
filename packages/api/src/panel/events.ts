import Type, { type Static } from 'typebox'
import { Id } from '../common.ts'
import { Event } from '../events.ts'
import { panelEndpoint } from './panel-endpoint.ts'

/** Something that happened in a store, and how many webhooks listened. */
export const JournalEntry = Type.Object({ ...Event.properties, deliveries: Type.Integer() })
export type JournalEntry = Static<typeof JournalEntry>

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
}
