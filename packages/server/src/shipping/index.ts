/** What shipping costs: table rates, carriers of apps, and quotes that follow the stock (specification 1.5). */
export { createCarrierRates } from './carrier-rates.ts'
export { removeCarriers } from './carriers.ts'
export { shippingChecks } from './checks.ts'
export { shippingHandlers } from './handlers.ts'
export { namedCarriers } from './named-carriers.ts'
export { forgetQuotes, quotesForOrders } from './quotes.ts'
export { requoting } from './requote.ts'
export { create as createTable } from './tables.ts'
