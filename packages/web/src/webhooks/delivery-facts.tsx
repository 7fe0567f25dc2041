import type { Delivery } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { timeOf } from '../format.ts'
import styles from './deliveries.module.css'

/** What is sent, of what event, and what was answered. */
export function DeliveryFacts({ delivery: { id, event_id, notification, attempts } }: { delivery: Delivery }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      <p className={styles.id}>
        webhook-id {id}
        {event_id !== null && ` · ${t('webhooks.eventNumber', { number: event_id })}`}
      </p>
      <h3 className={styles.head}>{t('webhooks.sent')}</h3>
      <Text text={JSON.stringify(notification)} />
      <h3 className={styles.head}>{t('webhooks.attemptsTitle')}</h3>
      {attempts.length === 0 && <p>{t('webhooks.notYet')}</p>}
      <ol className={styles.attempts}>
        {attempts.map(({ at, status_code, error, duration_ms, response }) => (
          <li key={at}>
            <b>{status_code ?? error ?? t('webhooks.noAnswer')}</b>
            <span>
              {timeOf(i18n.language, at)} · {t('webhooks.took', { ms: duration_ms })}
            </span>
            {response && <Text text={response} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Text({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them
    <pre className={styles.text} tabIndex={0}>
      <code>{text}</code>
    </pre>
  )
}
