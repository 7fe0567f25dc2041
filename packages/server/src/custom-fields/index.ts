/** Typed fields that apps and merchants add to products, variants, categories, orders and customers. */
export { customFieldChecks } from './checks.ts'
export { withKey } from './custom-fields.ts'
export { customFieldHandlers } from './handlers.ts'
export { fieldsOfVariants, OwnedRow, ownedFields } from './read.ts'
