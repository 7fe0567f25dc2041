/** Codes that take something off. Nothing here spends them: there is no checkout. */
export { couponHandlers } from './handlers.ts'
