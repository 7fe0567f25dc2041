import { CheckCircleIcon, ExclamationTriangleIcon, InfoCircleIcon } from '@nimbus-ds/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../errors.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'
import tones from './tones.module.css'

interface EmptyProps {
  icon: ReactNode
  title: string
  text?: string
  children?: ReactNode
}

export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      <span className={styles.picture}>{icon}</span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

const lines = [1, 2, 3, 4, 5]

export function Loading() {
  const { t } = useTranslation()
  return (
    <div className={`${styles.loading} breathing`} role="status">
      <p className="only-heard">{t('loading')}</p>
      {lines.map(line => (
        <span key={line} />
      ))}
    </div>
  )
}

interface FailedProps {
  error: unknown
  /** In words that are better than those of its error. */
  text?: string
  retry?: () => void
}

export function Failed({ error, text, retry }: FailedProps) {
  const { t } = useTranslation()
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <span className={styles.picture}>
        <ExclamationTriangleIcon aria-hidden size={20} />
      </span>
      <h2>{t('failed')}</h2>
      <p>{text ?? describeError(error, t)}</p>
      {retry && <Button onClick={retry}>{t('retry')}</Button>}
    </div>
  )
}

/** Why what is shown could not be read anew, and whether it is still what was asked for before. */
export const Reading = createContext<{ error: unknown; isOld: boolean }>({ error: null, isOld: false })

/** What was asked for, or why it is not here yet. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const { data, error, isPlaceholderData: isOld } = query
  const reading = useMemo(() => ({ error, isOld }), [error, isOld])
  if (data !== undefined) return <Reading value={reading}>{children(data)}</Reading>
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  return <Loading />
}

const icons = {
  info: InfoCircleIcon,
  success: CheckCircleIcon,
  warning: ExclamationTriangleIcon,
  danger: ExclamationTriangleIcon,
}

/** A remark that stands where it matters. */
export function Note({ tone = 'info', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={`${styles.note} ${tones[tone]}`} {...(tone === 'danger' ? { role: 'alert' } : {})}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** Why the last attempt failed, if it did. */
export function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!error) return null
  return (
    <Note tone="danger">
      <p>{describeError(error, t)}</p>
    </Note>
  )
}
