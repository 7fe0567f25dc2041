/** What shipping costs: table rates, carriers of apps, and quotes that follow the stock (specification 1.5). */
export { shippingChecks } from './checks.ts'
export { quoteHandlers, tableHandlers } from './handlers.ts'
export { forgetQuotes, quotesForOrders } from './quotes.ts'
