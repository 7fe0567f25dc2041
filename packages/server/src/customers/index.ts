/** Who buys: made by hand or by their first order, found by e-mail. What they have spent follows from their orders. */
export { type Buyer, type Buyers, holdBuyers, meeting, met, metBuyers } from './buyers.ts'
export { customerChecks } from './checks.ts'
export { customerHandlers } from './handlers.ts'
export { lastCustomer, storeCustomers } from './many.ts'
export { CustomerRow, customerOf, locked as lockCustomer, type Spent, shownCustomer } from './read.ts'
