import { type ApiError, invalid, type OrderInput, refused, type Shipping } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { LateRefusal } from '../platform/http/transactions.ts'
import type { Plan } from './allocate.ts'
import { covers, gather } from './quantities.ts'
import type { Ledger } from './stock.ts'

/** What a quote promised an order: who ships what, how, and for how much (contract: shipping 5). */
export interface Bound {
  /** As it was sent, with the shipping of the quote. */
  input: OrderInput
  plan: Plan
  /** How each part of the plan is shipped; none where nothing was promised. */
  shippings: readonly Shipping[]
}

/** A quote that is still valid. */
export interface Quote {
  /** What it promises an order; throws where it was made for another. */
  bind(input: OrderInput, now: Date): Bound
  /** The refusal that contains a new one for the same cart. */
  renew(db: Db, call: Call): Promise<ApiError>
}

/** Finds quotes by id. They are made of what orders would do, so they stand above them: `app.ts` hands this in. */
export type FindQuotes = (
  tx: Tx,
  store: number,
  ids: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, Quote>>

/** The ids of the quotes that some orders are bound to. */
export const quotesOf = (inputs: readonly OrderInput[]): string[] => [
  ...new Set(inputs.flatMap(({ quote_id }) => (quote_id ? [quote_id] : []))),
]

/** An order gets the plan of its quote as long as the stock for it is there, whatever would be decided by now. */
export function boundTo(
  quote: Quote | undefined,
  { call, input }: { call: Call; input: OrderInput },
  ledger: Ledger,
): Bound {
  if (!quote) throw invalid({ quote_id: ['Quote with such id does not exist, or is no longer valid'] })
  const bound = quote.bind(input, call.now)
  const origins = ledger.origins(gather(input.products).keys())
  const isThere = bound.plan.parts.every(({ location, items }) =>
    origins.some(origin => origin.location === location && covers(origin.stock, items)),
  )
  if (isThere) return bound
  throw new LateRefusal(refused(409, 'plan_changed'), db => quote.renew(db, call))
}
