/** Codes that take something off. Nothing here spends them: there is no checkout. */
export { leave as leaveCoupons } from './coupons.ts'
export { couponHandlers } from './handlers.ts'
