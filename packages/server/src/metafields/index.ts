/** Texts that apps attach to products, variants, categories, orders and customers: invoices, handling days, anything. */
export { metafieldChecks } from './checks.ts'
export { metafieldHandlers } from './handlers.ts'
