/** The composition root: settings, database and world come in, a server that can be started or injected goes out. */
import { join } from 'node:path'
import { type Contract, contract, type Endpoint } from '@bodega/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { version } from '../package.json'
import { authorize, type Call, confirm, createCallers, createLimiter, type Gate, timeOf } from './access/index.ts'
import { clientSecretOf, serveTokenEndpoint } from './apps/index.ts'
import { createRecorder, recordCalls } from './calls/index.ts'
import { categoryHandlers } from './categories/index.ts'
import type { Config } from './config.ts'
import { couponHandlers, leaveCoupons } from './coupons/index.ts'
import { customFieldHandlers } from './custom-fields/index.ts'
import { customerHandlers } from './customers/index.ts'
import { draftOrderHandlers, picturesShown } from './draft-orders/index.ts'
import { eventHandlers } from './events/index.ts'
import { fulfillmentHandlers, fulfillmentOrderHandlers, trackingEventHandlers } from './fulfillment-orders/index.ts'
import { createDailySweep, createImageFetcher, createImageStore, imageIntake, serveImages } from './images/index.ts'
import { inventoryHandlers, listLevels, releaseLocation } from './inventory/index.ts'
import { locationHandlers } from './locations/index.ts'
import { metafieldHandlers } from './metafields/index.ts'
import { backtest, countSales, orderHandlers, refuseOpenShipments, refuseOrdersOf, spentBy } from './orders/index.ts'
import { callerBySession, frameOfApp, servePanel } from './panel/index.ts'
import type { World } from './platform/clock.ts'
import type { Database, Db } from './platform/database/database.ts'
import { lookAtGrown } from './platform/database/statistics.ts'
import { type Address, mount } from './platform/http/address.ts'
import { doLater, repeat } from './platform/http/background.ts'
import { serveDocs } from './platform/http/docs.ts'
import { serveHealth } from './platform/http/health.ts'
import { implement } from './platform/http/implement.ts'
import { refuseOtherPaths } from './platform/http/methods.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { openapi } from './platform/http/openapi.ts'
import { servePages } from './platform/http/pages.ts'
import type { Host } from './platform/http/route.ts'
import { createServer } from './platform/http/server.ts'
import { shedLoad } from './platform/http/shedding.ts'
import { demandHttps, originOf, refusePlainHttp } from './platform/http/transport.ts'
import type { Logger } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import { createOutbound, type Outbound } from './platform/outbound/index.ts'
import { type ImageFiles, imageFetched, productHandlers, renewProducts } from './products/index.ts'
import { scriptHandlers } from './scripts/index.ts'
import { createCarrierRates, namedCarriers, quotesForOrders, requoting, shippingHandlers } from './shipping/index.ts'
import { storeHandlers } from './stores/index.ts'
import { sweeps } from './sweeps.ts'
import { transactionHandlers } from './transactions/index.ts'
import { createDispatcher, createKeys, deliveryHandlers, webhookHandlers, webhookMetrics } from './webhooks/index.ts'

export interface AppOptions {
  config: Pick<
    Config,
    | 'publicUrls'
    | 'trustProxy'
    | 'tls'
    | 'allowPlainHttp'
    | 'rateLimit'
    | 'requestsAtOnce'
    | 'dataDir'
    | 'allowPrivateAddresses'
    | 'signUp'
    | 'webhookTimeout'
    | 'webhookRetrySchedule'
  > & { secretKey: Buffer }
  database: Database
  world: World
  log?: Logger
  /** Where the build put the pages and the script of the docs. */
  assets: string
  /** The address that stands for the service where no request tells one. */
  url: string
  send: Mailer
  /** The people of the demo store: where there is one, a click signs in. */
  demo?: { owner: string; partner: string } | undefined
  checkReplies?: boolean
  /** How long the carriers of a quote may take, in milliseconds. */
  carrierTimeout?: number | undefined
}

/** What the router of the pages answers to. Anything else that nobody serves is not found. */
const pagePaths = [
  '/login',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/invitation',
  '/admin',
  '/admin/*',
  '/partner',
  '/partner/*',
]

export function createApp(options: AppOptions): FastifyInstance {
  const { config, database, world, log, assets, url, send, demo, checkReplies = false, carrierTimeout } = options
  // For what is no request of a store.
  const db = database.everywhere
  const app = createServer({
    logger: log,
    trustProxy: config.trustProxy,
    ...(config.tls ? { https: config.tls } : {}),
  })
  demandHttps(app, config.publicUrls)
  app.addHook('onRequest', (request, _reply, done) => done(refusePlainHttp(request, config.allowPlainHttp)))
  const registry = serveMetrics(app)
  serveHealth(app, db)
  const { publicUrls, secretKey, signUp } = config
  const print = openapi(contract, version)
  serveDocs(app, request => print([...new Set([originOf(request, publicUrls), ...publicUrls])]), assets)
  const door = { db, world, publicUrls, secretKey }
  servePages(app, join(assets, 'web'), pagePaths, {
    '/admin/:store_id/apps/:app_id': request => frameOfApp(door, request),
  })
  serveTokenEndpoint(app, { db, world, key: secretKey })
  const recorder = createRecorder(db, world)
  recordCalls(app, recorder)
  repeat(app, second, () => recorder.flush(), log)
  const { rateLimit } = config
  const later = doLater(app, log)
  const outbound = createOutbound({ allowPrivate: config.allowPrivateAddresses })
  const { checkUrl } = outbound
  servePanel(app, {
    ...{ ...door, stores: database, url, signUp, rateLimit, demo },
    ...{ send, later, recorder, checkUrl, checkReplies },
  })
  const gate: Gate = {
    world,
    callers: createCallers(database),
    limiter: createLimiter(database),
    limits: config.rateLimit,
    callerBySession: request => callerBySession(door, request),
  }
  const host: Host<Call, Endpoint> = {
    dbFor: ({ store }, largest) => database.of(store.id, largest),
    mount,
    authorize: (request, reply, endpoint) => authorize(gate, request, reply, endpoint),
    confirm: (request, _reply, endpoint) => confirm(gate, request, endpoint),
    address: request => publicAddress(request, publicUrls),
    now: timeOf,
    checkReplies,
    gate: shedLoad(app, registry, { operations, atOnce: config.requestsAtOnce, now: () => world.now().getTime() }),
  }
  // Hooks of this kind run in the reverse order: those who use it come first.
  app.addHook('onClose', () => outbound.close())
  const parts = { config, db, world, outbound, ...(log ? { log } : {}) }
  const files = serveFiles(app, parts)
  sendWebhooks(app, parts, webhookMetrics(registry, db))
  const market = { url, rates: createCarrierRates({ outbound, log, timeout: carrierTimeout }) }
  implement(app, host, contract, {
    stores: storeHandlers(url),
    locations: locationHandlers({
      release: async (call, id) => {
        // In this order: a unit that an order takes meanwhile is still there, or its shipment is.
        await releaseLocation(call, id)
        await refuseOpenShipments(call, id)
      },
      inventoryLevels: listLevels,
      backtest,
    }),
    categories: categoryHandlers({ leave: leaveCoupons('category') }),
    inventory: inventoryHandlers,
    ...productHandlers({ url, files, leave: leaveCoupons('product') }),
    orders: orderHandlers(database, url, {
      findQuotes: quotesForOrders(market),
      findCarriers: namedCarriers,
      requote: requoting(market),
    }),
    customers: customerHandlers({ spentBy, refuseOrders: refuseOrdersOf }),
    draftOrders: draftOrderHandlers(url),
    coupons: couponHandlers,
    metafields: metafieldHandlers,
    ...customFieldHandlers,
    fulfillmentOrders: fulfillmentOrderHandlers,
    trackingEvents: trackingEventHandlers,
    fulfillments: fulfillmentHandlers,
    transactions: transactionHandlers,
    ...shippingHandlers(market, checkUrl),
    scripts: scriptHandlers(checkUrl),
    webhooks: webhookHandlers(checkUrl),
    deliveries: deliveryHandlers,
    events: eventHandlers,
  })
  refuseOtherPaths(app, host)
  for (const sweep of sweeps) repeat(app, hour, signal => sweep(db, world, signal), log)
  repeat(app, minute, signal => countSales(db, signal), log)
  repeat(app, 5 * second, signal => renewProducts(db, world, signal), log)
  repeat(app, 5 * second, () => lookAtGrown(db), log)
  return app
}

const operations: readonly Endpoint[] = Object.values(contract as Contract).flatMap(Object.values)

/** The address that was asked, with the store in it, also where it was left out. */
function publicAddress(request: FastifyRequest, publicUrls: readonly string[]): URL {
  const { version, path, search } = request.address as Address
  return new URL(`/${version}/${request.context?.store?.id}${path}${search}`, originOf(request, publicUrls))
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

interface Parts extends Pick<AppOptions, 'config' | 'world' | 'log'> {
  db: Db
  outbound: Outbound
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/** Tells of what happened while the server listens. A write that was answered may have made something happen. */
function sendWebhooks(
  app: FastifyInstance,
  { config, db, world, outbound, log }: Parts,
  onAttempt: (outcome: string) => void,
): void {
  const dispatcher = createDispatcher({
    db,
    world,
    outbound,
    timeout: config.webhookTimeout,
    schedule: config.webhookRetrySchedule,
    keyOf: createKeys(config.secretKey, id => clientSecretOf(db, config.secretKey, id)),
    onAttempt,
    log: log ?? quiet,
  })
  app.addHook('onListen', async () => dispatcher.start())
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET') dispatcher.notify()
    done()
  })
  app.addHook('onClose', () => dispatcher.stop())
}

/** Images: kept and served by us, fetched in the background while the server listens. */
function serveFiles(app: FastifyInstance, { config, db, world, outbound, log }: Parts): ImageFiles {
  const store = createImageStore(config.dataDir, world.now)
  const fetcher = createImageFetcher({
    db,
    world,
    outbound,
    store,
    onFetched: (tx, image) => imageFetched(tx, world, image),
    log: log ?? quiet,
  })
  serveImages(app, store)
  app.addHook('onListen', async () => fetcher.start())
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET' && request.routeOptions.url?.startsWith(`${mount}/products`)) fetcher.notify()
    done()
  })
  app.addHook('onClose', () => fetcher.stop())
  repeat(app, hour, createDailySweep(db, store, world, picturesShown), log)
  return imageIntake(store, outbound)
}
