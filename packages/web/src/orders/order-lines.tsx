import { TrashIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picked } from '../products/found-variants.ts'
import { pickedName } from '../products/names.ts'
import { useStore } from '../store.tsx'
import { IconButton } from '../ui/button.tsx'
import styles from './new-order-page.module.css'
import { mostUnits, quantityOf } from './quantity.ts'

export interface Line extends Picked {
  quantity: number
}

/** One more of what was picked. */
export const withPicked = (lines: readonly Line[], picked: Picked): Line[] =>
  lines.some(({ variant }) => variant.id === picked.variant.id)
    ? lines.map(line => (line.variant.id === picked.variant.id ? { ...line, quantity: line.quantity + 1 } : line))
    : [...lines, { ...picked, quantity: 1 }]

/** What is wanted, and how many of each. */
export function OrderLines({ lines, onLines }: { lines: readonly Line[]; onLines: (lines: Line[]) => void }) {
  const { t } = useTranslation()
  const { say, price } = useStore()
  if (lines.length === 0) return <p className={styles.none}>{t('orders.noLines')}</p>
  return (
    <LineList
      lines={lines.map(line => ({
        key: line.variant.id,
        name: pickedName(line, say),
        price: price(line.variant.promotional_price ?? line.variant.price),
        quantity: line.quantity,
      }))}
      onQuantity={(key, quantity) =>
        onLines(
          lines.map(line => (line.variant.id === key ? { ...line, quantity } : line)).filter(line => line.quantity > 0),
        )
      }
    />
  )
}

interface ShownLine {
  key: number
  name: string
  price: string
  quantity: number
}

interface ListProps {
  lines: readonly ShownLine[]
  /** None takes the line away. */
  onQuantity: (key: number, quantity: number) => void
}

export function LineList({ lines, onQuantity }: ListProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.lines}>
      {lines.map(({ key, name, price, quantity }) => (
        <li key={key}>
          <span>
            {name}
            <small>{price}</small>
          </span>
          <Quantity
            label={`${t('orders.quantity')}: ${name}`}
            value={quantity}
            onValue={units => onQuantity(key, units)}
          />
          <IconButton label={`${t('remove')}: ${name}`} onClick={() => onQuantity(key, 0)}>
            <TrashIcon aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

interface QuantityProps {
  label: string
  value: number
  onValue: (units: number) => void
}

/** Shows what is typed as long as it is being typed: an emptied field waits for the next figure. */
function Quantity({ label, value, onValue }: QuantityProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      type="number"
      min={1}
      max={mostUnits}
      required
      aria-label={label}
      value={typed ?? value}
      onChange={event => {
        setTyped(event.target.value)
        const units = quantityOf(event.target.value)
        if (units !== undefined) onValue(units)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
