import { ApiError, type FulfillmentOrder, type FulfillmentStrategy, type OrderInput } from '@bodega/api'
import Type from 'typebox'
import { type Call, timeOf, type Write } from '../access/index.ts'
import { type Buyer, type Buyers, holdBuyers, meeting, met, metBuyers } from '../customers/index.ts'
import { type AnyEvent, emitting } from '../events/index.ts'
import { holdLevels, moving } from '../inventory/index.ts'
import { type Place, placesByPriority } from '../locations/index.ts'
import { latest } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { packing } from '../platform/database/packing.ts'
import { fold } from '../platform/database/search.ts'
import { sql } from '../platform/database/sql.ts'
import { createPace } from '../platform/pace.ts'
import { sellables } from '../products/index.ts'
import { fulfillmentStrategy } from '../stores/index.ts'
import { splitLines } from './allocate.ts'
import { bodyOf, type Maker, type OrderBody } from './build.ts'
import { buyerOf, emailOf } from './buyer.ts'
import { carrierOf, carriersOf, type FindCarriers, type NamedCarrier, withNames } from './carriers.ts'
import { type StoredOrder, split } from './document.ts'
import { withShipments } from './first.ts'
import { idsInTurn, numberBeforeFirst } from './ids.ts'
import { linesOf } from './lines.ts'
import { paymentEvent } from './payment.ts'
import { keepPlaces } from './places.ts'
import { pickupOf, planOf, refuseMissing, refusePickup, startStatus } from './plan.ts'
import { gather } from './quantities.ts'
import { boundTo, type FindQuotes, type Quote, quotesOf } from './quoted.ts'
import { selling } from './sales.ts'
import { shipmentsOf } from './shipments.ts'
import { type Claim, createLedger, type Ledger } from './stock.ts'

export interface Wish {
  call: Call
  input: OrderInput
  /** What the order was before it was placed; it keeps that id and that token. */
  draft?: { id: number; token: string }
}

/** What shipping knows of quotes and carriers. */
export interface Lookups {
  findQuotes: FindQuotes
  findCarriers: FindCarriers
}

/** An order that was decided and is about to be written. */
interface Decided {
  /** What is kept of it as text. */
  placed: PlacedOrder
  body: OrderBody
  shipments: FulfillmentOrder[]
  claims: Claim[][]
  behaviour: 'claim' | 'bypass'
  buyer: Buyer
  search: string
}

/** A placed order with the texts that are kept of it. */
export type PlacedOrder = StoredOrder & { id: number; email: string; shipments: { id: string; document: string }[] }
export type Placed = PlacedOrder | { refusal: ApiError }

/** What only the database knows of those that it has written. */
export interface Births {
  /** The number of the first; the others follow it. */
  number: number
  buyers: Buyers
}

export interface Placing {
  all: Placed[]
  /** Crosses the wire with the commit. Where it fails, so does the transaction, and says why. */
  births: Promise<Births>
}

/** Places one order in the transaction of the call, or throws why not. */
export async function placeOne(call: Write, url: string, wish: Omit<Wish, 'call'>): Promise<number> {
  const {
    all: [placed],
  } = await placeAll(call.tx, call.store, url, [{ call, ...wish }])
  if (!placed || 'refusal' in placed) throw placed?.refusal ?? new Error('no order was placed')
  return placed.id
}

/**
 * Places orders of one store together, in one transaction and a handful of statements whatever their number: stock
 * is held, decided upon in memory order by order, and written with everything else at once. Each order is accepted
 * or refused for itself.
 */
export async function placeAll(
  tx: Tx,
  store: Call['store'],
  url: string,
  wishes: readonly Wish[],
  lookups?: Lookups,
): Promise<Placing> {
  const { known, ids, customers, now } = await readKnown(tx, store, url, wishes, lookups)
  const decided: Decided[] = []
  const all: Placed[] = []
  const pace = createPace()
  for (const [index, wish] of wishes.entries()) {
    try {
      const order = decide(wish.draft?.id ?? ids[index] ?? 0, { ...wish, call: { ...wish.call, now } }, known)
      decided.push(order)
      all.push(order.placed)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      all.push({ refusal: error })
    }
    await pace()
  }
  if (decided.length === 0) return { all, births: Promise.resolve({ number: 0, buyers: customers }) }
  // Crosses the wire with what is written, which is undone where a place is gone.
  const kept = keepPlaces(tx, store.id, unheld(decided))
  const births = write(tx, store.id, now, decided, known.ledger, customers)
  births.catch(() => {})
  await kept
  return { all, births }
}

/** Where something leaves from without having been taken from a level. */
function unheld(decided: readonly Decided[]): string[] {
  const locations = decided.flatMap(({ shipments, claims }) =>
    shipments.filter((_, i) => claims[i]?.length === 0).map(({ assigned_location }) => assigned_location.location_id),
  )
  return [...new Set(locations)]
}

/** What all of them are decided on. */
interface Known {
  ledger: Ledger
  sellables: Awaited<ReturnType<typeof sellables>>
  /** By priority, and by id. */
  places: readonly Place[]
  byId: ReadonlyMap<string, Place>
  strategy: FulfillmentStrategy
  url: string
  quotes: ReadonlyMap<string, Quote>
  carriers: ReadonlyMap<string, NamedCarrier>
}

/** Everything that is held and read, in one crossing of the wire, and the time from which on all of it was ours. */
async function readKnown(tx: Tx, store: Call['store'], url: string, wishes: readonly Wish[], lookups?: Lookups) {
  const inputs = wishes.map(({ input }) => input)
  const claimed = variantsOf(inputs.filter(({ inventory_behaviour }) => inventory_behaviour !== 'bypass'))
  const emails = [...new Set(inputs.map(input => emailOf(input, store)))]
  const [quoteIds, carrierIds] = [quotesOf(inputs), carriersOf(inputs)]
  const asked = latest(wishes.map(({ call }) => call.now))
  const [levels, sold, places, strategy, quotes, carriers, customers, ids] = await Promise.all([
    holdLevels(tx, store.id, claimed),
    sellables(tx, store.id, variantsOf(inputs)),
    placesByPriority(tx, store.id),
    fulfillmentStrategy(tx, store.id),
    quoteIds.length > 0 && lookups ? lookups.findQuotes(tx, store.id, quoteIds, asked) : new Map<string, Quote>(),
    carrierIds.length > 0 && lookups ? lookups.findCarriers(tx, store.id, carrierIds) : new Map<string, NamedCarrier>(),
    holdBuyers(tx, store.id, emails),
    idsInTurn(tx, store.id, wishes.length),
  ])
  // Placed at one time, so that columns and documents agree, and in our turn, so that dates ascend as the ids do: while stock
  // was waited for others may have been placed, and been seen by whoever polls by the date.
  const now = latest([asked, ...wishes.map(({ call }) => timeOf(call))])
  const ledger = createLedger(
    levels,
    places.map(({ id }) => id),
  )
  const byId = new Map(places.map(place => [place.id, place]))
  const known: Known = { ledger, sellables: sold, places, byId, strategy, url, quotes, carriers }
  return { known, ids, customers, now }
}

const variantsOf = (inputs: readonly OrderInput[]): number[] => [
  ...new Set(inputs.flatMap(({ products }) => products.map(({ variant_id }) => variant_id))),
]

/** Decides one order and takes its stock from the ledger; a refusal takes nothing. */
function decide(
  id: number,
  wish: Wish,
  { ledger, sellables: sold, places, byId, strategy, url, quotes, carriers }: Known,
): Decided {
  const { call, draft } = wish
  const { quote_id } = wish.input
  const bound = quote_id ? boundTo(quotes.get(quote_id), wish, ledger) : undefined
  const carrier = carriers.get(carrierOf(wish.input) ?? '')
  const input = bound?.input ?? withNames(wish.input, carrier)
  const lines = linesOf(id, input, sold, { url, store: call.store, now: call.now })
  const status = startStatus(input)
  const pickup = pickupOf(input, places)
  // A quote says where it leaves from, and not always how it comes to the buyer.
  if (bound) refusePickup(pickup)
  const plan = bound?.plan ?? planOf(input, ledger, places, strategy)
  refuseMissing(plan, gather(input.products))
  const ships = lines.some(line => sold.get(line.variant_id)?.requires_shipping ?? true)
  const body = bodyOf(id, input, lines, makerOf(call, draft?.token), ships)
  const parts = {
    plan,
    split: splitLines(input.products, plan.parts),
    places: byId,
    status,
    isNonShippable: !ships,
    pickup: pickup?.id,
    carrier,
    shippings: bound?.shippings ?? [],
  }
  const shipments = shipmentsOf(body, parts, call.world, call.now)
  const shipped = withShipments(body, shipments, call.now)
  const isTaken = plan.rule !== 'bypass' && input.status !== 'cancelled'
  const buyer = buyerOf(input, body, call.store)
  const documents = shipments.map(shipment => ({ id: shipment.id, document: JSON.stringify(shipment) }))
  return {
    placed: { id, email: buyer.email, ...split(shipped), shipments: documents },
    body: shipped,
    shipments,
    claims: isTaken ? ledger.take(plan.parts, call.actor) : plan.parts.map(() => []),
    behaviour: plan.rule === 'bypass' ? 'bypass' : 'claim',
    buyer,
    search: fold([input.customer?.name, input.customer?.email].filter(text => text).join('\n')),
  }
}

export const newToken = ({ world }: Call): string => world.random(20).toString('hex')

/** Who makes an order; one that is or was a draft says so by its token. */
export function makerOf(call: Call, draft?: string): Maker {
  const { store, app_id, now } = call
  return draft === undefined
    ? { store, app_id, storefront: 'api', now, token: newToken(call) }
    : { store, app_id: null, storefront: 'form', now, token: draft }
}

/** What an order is at its birth beside being created (F16). */
function eventsOf({ placed: { id }, body }: Decided): AnyEvent[] {
  const events: AnyEvent[] = [{ event: 'order/created', payload: { id } }]
  const payment = paymentEvent(body.payment_status)
  if (payment) events.push({ event: payment, payload: { id } })
  if (body.status === 'cancelled') events.push({ event: 'order/cancelled', payload: { id } })
  return events
}

const Numbered = Type.Object({ last: Type.Integer() })

/** Everything at once: levels, ledger, numbers, customers, orders, shipments and events, or nothing. */
async function write(
  tx: Tx,
  store: number,
  now: Date,
  decided: readonly Decided[],
  ledger: Ledger,
  customers: Buyers,
): Promise<Births> {
  const documents = packing()
  const orders = decided.map(({ placed, body, behaviour, buyer, search }, place) => ({
    id: placed.id,
    place: place + 1,
    status: body.status,
    payment_status: body.payment_status,
    shipping_status: body.shipping_status,
    storefront: body.storefront,
    app_id: body.app_id,
    gateway: body.gateway,
    total: body.total,
    search,
    behaviour,
    customer_id: customers.get(buyer.email)?.id ?? null,
    email: buyer.email,
    document: documents.add(placed.document),
    legacy: documents.add(placed.legacy),
  }))
  const shipments = decided.flatMap(({ placed, shipments: all, claims }) =>
    all.map(({ assigned_location, status }, i) => ({
      order_id: placed.id,
      number: i + 1,
      id: placed.shipments[i]?.id,
      location_id: assigned_location.location_id,
      status,
      claims: claims[i] ?? [],
      document: documents.add(placed.shipments[i]?.document ?? ''),
    })),
  )
  const strangers = decided.flatMap(({ buyer }) => (customers.has(buyer.email) ? [] : [buyer]))
  const written = tx.one(
    Numbered,
    sql`
    with ${documents.packed()}, ${moving(store, now, ledger.movements)}, ${meeting(store, now, strangers)},
    numbered as (
      insert into order_numbers as n (store_id, last) values (${store}, ${numberBeforeFirst + decided.length})
      on conflict (store_id) do update set last = n.last + ${decided.length}
      returning last
    ), ${selling(
      store,
      decided.map(({ body }) => body),
    )}, placed as (
      insert into orders (store_id, id, number, status, payment_status, shipping_status, storefront, app_id, customer_id,
                          gateway, total, search, behaviour, created_at, updated_at, document, legacy)
      select ${store}, o.id, n.last - ${decided.length} + o.place, o.status, o.payment_status, o.shipping_status, o.storefront,
             o.app_id, coalesce(o.customer_id, (select id from new_customers c where lower(c.email) = lower(o.email))),
             o.gateway, o.total, o.search, o.behaviour, ${now}, ${now}, ${documents.text(sql`o.document`)},
             ${documents.text(sql`o.legacy`)}
        from json_to_recordset(${JSON.stringify(orders)}::json)
          as o (id bigint, place integer, status text, payment_status text, shipping_status text, storefront text, app_id bigint,
                customer_id bigint, email text, gateway text, total numeric, search text, behaviour text,
                document integer[], legacy integer[]), numbered n
    ), shipped as (
      insert into fulfillment_orders (store_id, order_id, number, id, location_id, status, claims, document)
      select ${store}, f.order_id, f.number, f.id, f.location_id, f.status, f.claims, ${documents.text(sql`f.document`)}
        from json_to_recordset(${JSON.stringify(shipments)}::json)
          as f (order_id bigint, number integer, id text, location_id text, status text, claims jsonb, document integer[])
    ), told as (
      ${emitting(store, now, decided.flatMap(eventsOf), met(now))}
    )
    select last from numbered`,
  )
  const [{ last }, newcomers] = await Promise.all([
    written,
    metBuyers(tx, store, [...new Set(strangers.map(({ email }) => email))]),
  ])
  return { number: last - decided.length + 1, buyers: new Map([...customers, ...newcomers]) }
}
