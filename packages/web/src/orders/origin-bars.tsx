import type { OrderPreview } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { useLocationName } from '../locations/queries.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './order-page.module.css'

interface Props {
  allocation: OrderPreview['allocation']
  /** How many units were wanted. */
  wanted: number
  /** The locations that ship. */
  chosen: readonly string[]
}

const rules = ['location_id', 'pickup', 'single_location', 'split_by_priority', 'fewest_shipments', 'bypass'] as const

/** Why an order leaves from where it does: the rule, and what each location could have given. */
export function OriginBars({ allocation: { rule, considered }, wanted, chosen }: Props) {
  const { t } = useTranslation()
  const nameOf = useLocationName()
  const known = rules.find(name => name === rule)
  return (
    <>
      <p className={styles.plain}>{known ? t(`orders.rules.${known}`) : rule}</p>
      {considered.length > 0 && (
        <ol className={styles.bars}>
          {considered.map(({ location_id, can_give }) => (
            <li key={location_id}>
              <span>
                {nameOf(location_id)}{' '}
                {chosen.includes(location_id) && <Badge tone="success">{t('orders.ships')}</Badge>}
              </span>
              <span>{t('orders.canGive', { count: Math.min(can_give, wanted), wanted })}</span>
              <meter min={0} max={wanted} value={Math.min(can_give, wanted)} aria-label={nameOf(location_id)} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
