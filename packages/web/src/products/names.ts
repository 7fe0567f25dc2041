import type { Localized, Variant } from '@bodega/api'
import type { Picked } from './found-variants.ts'

/** `Blue / M`; nothing where a product has but one. */
export const variantName = ({ values }: Variant, say: (texts: Localized) => string): string =>
  values.map(say).join(' / ')

/** `Lantern · Blue / M`. */
export const pickedName = ({ product, variant }: Picked, say: (texts: Localized) => string): string =>
  [say(product.name), variantName(variant, say)].filter(Boolean).join(' · ')
