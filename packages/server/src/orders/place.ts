import { ApiError, type FulfillmentStrategy, type OrderInput } from '@bodega/api'
import { type Call, timeOf, type Write } from '../access/index.ts'
import { holdBuyers } from '../customers/index.ts'
import { holdLevels } from '../inventory/index.ts'
import { type Place, placesByPriority } from '../locations/index.ts'
import { latest } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { fold } from '../platform/database/search.ts'
import { createPace } from '../platform/pace.ts'
import { sellables } from '../products/index.ts'
import { fulfillmentStrategy } from '../stores/index.ts'
import { splitLines } from './allocate.ts'
import { type Births, type Decided, type PlacedOrder, write } from './births.ts'
import { bodyOf, type Maker } from './build.ts'
import { buyerOf, emailOf } from './buyer.ts'
import { carrierOf, carriersOf, type FindCarriers, type NamedCarrier, withNames } from './carriers.ts'
import { split } from './document.ts'
import { withShipments } from './first.ts'
import { idsInTurn } from './ids.ts'
import { linesOf } from './lines.ts'
import { keepPlaces } from './places.ts'
import { pickupOf, planOf, refuseMissing, refusePickup, startStatus } from './plan.ts'
import { gather } from './quantities.ts'
import { boundTo, type FindQuotes, type Quote, quotesOf } from './quoted.ts'
import { shipmentsOf } from './shipments.ts'
import { createLedger, type Ledger } from './stock.ts'

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

export type Placed = PlacedOrder | { refusal: ApiError }

export interface Placing {
  all: Placed[]
  /** Asked for in the transaction, for whoever shows them: it crosses the wire with the commit. */
  births(): Promise<Births>
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
  if (decided.length === 0) return { all, births: async () => ({ number: 0, buyers: customers }) }
  // Crosses the wire with what is written, which is undone where a place is gone.
  const kept = keepPlaces(tx, store.id, unheld(decided))
  const births = write(tx, store.id, now, decided, known.ledger, customers)
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
