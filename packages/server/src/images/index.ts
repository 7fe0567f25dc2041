/** The files of product images: keeping, serving and resizing them, and fetching them from where clients say. */
export { recallImages } from './claims.ts'
export { createImageFetcher } from './fetch.ts'
export { imageIntake } from './intake.ts'
export { namesFiles } from './owner.ts'
export { serveImages } from './serve.ts'
export { createImageStore } from './store.ts'
export { createDailySweep } from './sweep.ts'
