import type { RateAddress, ShippingTable } from '@bodega/api'
import type { Call, StoreContext } from '../access/index.ts'
import { paced } from '../platform/pace.ts'
import type { CarrierRates, Question as RateQuestion } from './carrier-rates.ts'
import type { ActiveCarrier } from './carriers.ts'
import { type Offered, tableOffers } from './offers.ts'
import type { Packed } from './packages.ts'
import { carrierOffers } from './rate-reply.ts'
import { rateRequest } from './rate-request.ts'

/** What quotes are made with. */
export interface Market {
  /** The address that stands for the service. */
  url: string
  rates: CarrierRates
}

/** A package, where it goes, and who may carry it. */
export interface Question {
  packed: Packed
  destination: RateAddress
  tables: readonly ShippingTable[]
  carriers: readonly ActiveCarrier[]
}

/** What the tables of the store and the carriers offer for each package; nothing for one that has nothing to ship. */
export async function askMarket(
  { rates }: Market,
  { store, now }: Call,
  questions: readonly Question[],
): Promise<(Offered[] | undefined)[]> {
  const answers = await rates.ask(requestsOf(questions, store), now)
  let place = 0
  return paced(questions, ({ packed, destination, tables, carriers }) => {
    if (isEmpty(packed)) return undefined
    const ofCarriers = carriers.map(carrier =>
      carrierOffers(carrier, answers[place++] ?? 'unreachable', packed, store.main_currency, now),
    )
    return [tableOffers(tables, packed, destination), ...ofCarriers]
  })
}

const isEmpty = ({ shipped }: Packed): boolean => shipped.length === 0

/** What each carrier is asked for each package, one by one: of hundreds of both they would fill memory. */
function* requestsOf(questions: readonly Question[], store: StoreContext): Generator<RateQuestion> {
  for (const { packed, destination, carriers } of questions) {
    if (isEmpty(packed)) continue
    for (const carrier of carriers)
      yield { url: carrier.callback_url, request: rateRequest(carrier, packed, destination, store) }
  }
}
