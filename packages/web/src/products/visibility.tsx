import { type Product, type ProductVisibility, productVisibilities } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Record<ProductVisibility, Tone> = { visible: 'success', unlisted: 'info', hidden: 'neutral' }

export function VisibilityBadge({ product: { visibility } }: { product: Product }) {
  const { t } = useTranslation()
  return <Badge tone={tones[visibility]}>{t(`products.${visibility}`)}</Badge>
}

export function useVisibilities() {
  const { t } = useTranslation()
  return productVisibilities.map(value => ({ value, text: t(`products.${value}`) }))
}
