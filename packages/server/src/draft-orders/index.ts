/** Orders that are not placed yet: they take no stock, and keep their id when they are confirmed. */
export { draftOrderChecks } from './checks.ts'
export { draftOrderHandlers } from './handlers.ts'
export { picturesShown } from './pictures.ts'
export { type Purchase, purchaseOf } from './purchase.ts'
export { draftsFor } from './read.ts'
