/** The store that a first start makes, so that there is something to see and to call within a minute. */
export { type Demo, ensureDemo } from './demo.ts'
