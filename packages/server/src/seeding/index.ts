/**
 * Fills a store with what a shop of the region might sell, fast and always the same for the same seed: for benches,
 * for trying things out, and for the demo store.
 */
export { addCustomers } from './customers.ts'
export { addHandPicked, type HandPicked } from './hand-picked.ts'
export { addOrders, orderOf } from './orders.ts'
export { between, chance, createRandom, pick, type Random, randomOf } from './random.ts'
export { seed } from './seed.ts'
