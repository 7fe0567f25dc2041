import type { Product, Variant } from '@bodega/api'

export interface Picked {
  product: Product
  variant: Variant
}

/** Every variant of the products that were found; first those whose own SKU or barcode has the words looked for. */
export function foundVariants(products: readonly Product[], q: string): Picked[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const hitsIn = ({ variant: { sku, barcode } }: Picked) =>
    words.filter(word => [sku, barcode].some(code => code?.toLowerCase().includes(word))).length
  return products
    .flatMap(product => product.variants.map(variant => ({ product, variant })))
    .sort((one, other) => hitsIn(other) - hitsIn(one))
}
