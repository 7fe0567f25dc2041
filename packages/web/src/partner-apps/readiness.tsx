import type { AppCalls, PartnerApp } from '@bodega/api/panel'
import { useTranslation } from 'react-i18next'
import { ago } from '../format.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import styles from './partner-apps.module.css'
import { useCalls } from './queries.ts'

type MultiInventory = AppCalls['multi_inventory']

const tones: Record<MultiInventory['verdict'], Tone> = { ready: 'success', not_ready: 'danger', unknown: 'neutral' }

/** Specification 4.5: whether it tells tracking codes in the form that several shipments need. */
export function Readiness({ app }: { app: PartnerApp }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('partnerApps.ready')}>
      <Loaded query={useCalls(app)}>{({ multi_inventory }) => <Verdict {...multi_inventory} />}</Loaded>
    </Panel>
  )
}

function Verdict({ verdict, shipment_form, order_form }: MultiInventory) {
  const { t, i18n } = useTranslation()
  const forms = [
    { name: t('partnerApps.shipmentForm'), path: '/orders/{id}/fulfillment-orders/{id}/fulfill', ...shipment_form },
    { name: t('partnerApps.orderForm'), path: '/orders/{id}/fulfill', ...order_form },
  ]
  return (
    <>
      <div>
        <Badge tone={tones[verdict]}>{t(`partnerApps.verdicts.${verdict}`)}</Badge>
      </div>
      <p className={styles.quiet}>{t(`partnerApps.verdictTexts.${verdict}`)}</p>
      <ul className={styles.forms}>
        {forms.map(({ name, path, calls, last_at }) => (
          <li key={path}>
            <b>{name}</b>
            <span>
              {t('partnerApps.callCount', { count: calls })}
              {last_at !== null && `, ${ago(i18n.language, last_at, Date.now())}`}
            </span>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
