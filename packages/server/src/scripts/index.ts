/** What apps want to run in a storefront. Nothing here runs it: there is no storefront. */
export { scriptHandlers } from './handlers.ts'
export { removeScripts } from './scripts.ts'
