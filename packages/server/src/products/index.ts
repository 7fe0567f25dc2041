/** The catalogue: products with their variants and images, each kept as the document that is answered. */
export { productChecks } from './checks.ts'
export { createProducts, storeProducts } from './create.ts'
export { productHandlers } from './handlers.ts'
export { type ImageFiles, imageDrafts, imageFetched } from './images.ts'
export { type Draft, draftOf } from './product-input.ts'
export { countProducts, productsAfter, shortProducts } from './read.ts'
export { type Sellable, sellables } from './sellable.ts'
export { addSold, type Sale } from './sold.ts'
