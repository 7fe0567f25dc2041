import type { Localized } from '@bodega/api'
import { TrashIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import type { Picked } from '../products/found-variants.ts'
import { variantName } from '../products/names.ts'
import { useStore } from '../store.tsx'
import { IconButton } from '../ui/button.tsx'
import styles from './new-order-page.module.css'

export interface Line extends Picked {
  quantity: number
}

/** One more of what was picked. */
export const withPicked = (lines: readonly Line[], picked: Picked): Line[] =>
  lines.some(({ variant }) => variant.id === picked.variant.id)
    ? lines.map(line => (line.variant.id === picked.variant.id ? { ...line, quantity: line.quantity + 1 } : line))
    : [...lines, { ...picked, quantity: 1 }]

/** `Lantern · Blue / M`. */
export const lineName = ({ product, variant }: Picked, say: (texts: Localized) => string): string =>
  [say(product.name), variantName(variant, say)].filter(Boolean).join(' · ')

/** What is wanted, and how many of each. */
export function OrderLines({ lines, onLines }: { lines: readonly Line[]; onLines: (lines: Line[]) => void }) {
  const { t } = useTranslation()
  const { say, price } = useStore()
  if (lines.length === 0) return <p className={styles.none}>{t('orders.noLines')}</p>
  return (
    <ul className={styles.lines}>
      {lines.map(line => {
        const { variant, quantity } = line
        const name = lineName(line, say)
        return (
          <li key={variant.id}>
            <span>
              {name}
              <small>{price(variant.promotional_price ?? variant.price)}</small>
            </span>
            <input
              type="number"
              min={1}
              max={1_000_000}
              aria-label={`${t('orders.quantity')}: ${name}`}
              value={quantity}
              onChange={event =>
                onLines(
                  lines.map(one =>
                    one === line ? { ...one, quantity: Math.max(1, Math.floor(Number(event.target.value)) || 1) } : one,
                  ),
                )
              }
            />
            <IconButton label={`${t('remove')}: ${name}`} onClick={() => onLines(lines.filter(one => one !== line))}>
              <TrashIcon aria-hidden />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
