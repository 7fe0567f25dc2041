import type { Localized, Variant } from '@bodega/api'

/** `Blue / M`; nothing where a product has but one. */
export const variantName = ({ values }: Variant, say: (texts: Localized) => string): string =>
  values.map(say).join(' / ')
