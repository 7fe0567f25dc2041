import { useTranslation } from 'react-i18next'
import { useReadiness } from './readiness.ts'
import styles from './status.module.css'

export function Status() {
  const { t } = useTranslation()
  const readiness = useReadiness()
  return (
    <p role="status" className={styles.status} data-state={readiness.state}>
      <span className={`${styles.dot} ${readiness.state === 'checking' ? 'breathing' : ''}`} aria-hidden="true" />
      <span>
        {t(`status.${readiness.state}`)}
        {readiness.state === 'notReady' && ': '}
        {readiness.state === 'notReady' &&
          // The service states its reasons in English.
          (readiness.reason ? <span lang="en">{readiness.reason}</span> : t('status.noReason'))}
      </span>
    </p>
  )
}
