/**
 * The tree of categories. Each keeps the JSON text that is answered of it, alone and inside products, rendered by
 * every write that changes it; reads look at nothing else.
 */
export { categoryNames } from './by-name.ts'
export { type Leave, maxCategories } from './categories.ts'
export { categoryChecks } from './checks.ts'
export { categoryHandlers } from './handlers.ts'
export { documentsOf, knownCategories, parseDocuments, shortCategories } from './read.ts'
