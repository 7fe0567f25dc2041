/** What the pages need beyond the public contract: accounts, sessions, the partner's apps, the store's own affairs. */
import { type PanelEndpoint, panelContract, panelPrefix } from '@bodega/api/panel'
import type { FastifyInstance } from 'fastify'
import type { Recorder } from '../calls/index.ts'
import { listLatest } from '../events/index.ts'
import type { Stores } from '../platform/database/database.ts'
import { formLimit } from '../platform/http/body.ts'
import { type Handlers, implement } from '../platform/http/implement.ts'
import type { Host } from '../platform/http/route.ts'
import { originOf } from '../platform/http/transport.ts'
import type { CheckUrl } from '../platform/outbound/index.ts'
import { deliveriesOfEvent } from '../webhooks/index.ts'
import { accountHandlers, type Post } from './accounts.ts'
import { authorizationHandlers } from './authorizations.ts'
import { authorize, type Door } from './authorize.ts'
import { isMember, type PanelHandlers, type Visitor } from './call.ts'
import { memberHandlers } from './members.ts'
import { servePlainPages } from './pages/index.ts'
import { partnerAppHandlers } from './partner-apps.ts'
import { privacyHandlers } from './privacy.ts'
import type { PanelSettings } from './session.ts'
import { sessionHandlers } from './sessions.ts'
import { storeAppHandlers } from './store-apps.ts'
import { storeHandlers } from './stores.ts'
import { departureHandlers, partnerWebhookHandlers, storeWebhookHandlers } from './webhooks.ts'

export { callerBySession } from './authorize.ts'
export { frameOfApp } from './frame.ts'

export interface PanelOptions extends Door, PanelSettings, Post {
  stores: Stores
  recorder: Recorder
  checkUrl: CheckUrl
  checkReplies: boolean
}

type Panel = typeof panelContract

export function servePanel(app: FastifyInstance, options: PanelOptions): void {
  servePlainPages(app, options)
  const host: Host<Visitor, PanelEndpoint> = {
    // What a member asks about the store sees the rows of that store only, whatever a statement says.
    dbFor: (visitor, largest) => (isMember(visitor) ? options.stores.of(visitor.storeId, largest) : options.db),
    mount: panelPrefix,
    authorize: (request, reply, endpoint) => authorize(options, request, reply, endpoint),
    confirm: (request, reply, endpoint) =>
      request.method === 'GET' ? undefined : authorize(options, request, reply, endpoint),
    address: request => new URL(request.originalUrl, originOf(request, options.publicUrls)),
    now: () => options.world.now(),
    checkReplies: options.checkReplies,
    // Whoever is not signed in sends some, too.
    bodyLimit: formLimit,
  }
  const handlers: { [R in keyof Panel]: PanelHandlers<Panel[R]> } = {
    sessions: sessionHandlers(options),
    ...accountHandlers(options, options),
    stores: storeHandlers(options),
    members: memberHandlers(options, options.send, options.db),
    authorizations: authorizationHandlers(options),
    partnerApps: partnerAppHandlers(options, options.recorder, options.checkUrl),
    ...storeAppHandlers(options, options.recorder),
    partnerWebhooks: partnerWebhookHandlers,
    departures: departureHandlers,
    storeWebhooks: storeWebhookHandlers,
    storeEvents: {
      list: ({ db, storeId }, { query }) => listLatest(db, storeId, query),
      deliveries: ({ db, storeId }, { params }) => deliveriesOfEvent(db, storeId, params.id),
    },
    storePrivacy: privacyHandlers,
  }
  // Each handler is typed by the access of its endpoint, which `authorize` has made sure of: the loop cannot see it.
  implement(app, host, panelContract, handlers as unknown as { [R in keyof Panel]: Handlers<Panel[R], Visitor> })
}
