import type { RateAddress, ShippingTable } from '@bodega/api'
import type { Call } from '../access/index.ts'
import type { CarrierRates } from './carrier-rates.ts'
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
  const asked = questions
    .filter(({ packed }) => packed.shipped.length > 0)
    .flatMap(question => question.carriers.map(carrier => ({ question, carrier })))
  const answers = await rates.ask(
    asked.map(({ question: { packed, destination }, carrier }) => ({
      url: carrier.callback_url,
      request: rateRequest(carrier, packed, destination, store),
    })),
    now,
  )
  return questions.map(question => {
    const { packed, destination, tables } = question
    if (packed.shipped.length === 0) return undefined
    const ofCarriers = asked.flatMap((one, i) =>
      one.question === question
        ? [carrierOffers(one.carrier, answers[i] ?? 'unreachable', packed, store.main_currency, now)]
        : [],
    )
    return [tableOffers(tables, packed, destination), ...ofCarriers]
  })
}
