/** Payments of orders, told by the apps that process them. `rules.ts` and `order-payment.ts` say what they come to. */
export { transactionChecks } from './checks.ts'
export { transactionHandlers } from './handlers.ts'
