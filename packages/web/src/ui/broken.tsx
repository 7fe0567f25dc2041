import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isFault } from '../errors.ts'
import { Failed } from './states.tsx'

/** Where a page of ours has a fault: the rest of the screen goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <main>
      <Failed error={error} {...(isFault(error) ? { text: t('errors.page') } : {})} retry={reset} />
    </main>
  )
}
