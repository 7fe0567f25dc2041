import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isFault } from '../errors.ts'
import { Failed } from './states.tsx'

/** Where a page of ours has a fault: the rest of the screen goes on. */
export function Broken({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  // A script or style sheet that did not arrive is not asked for again until all of it is.
  const retry = () => window.location.reload()
  return <Failed error={error} {...(isFault(error) ? { text: t('errors.page') } : {})} retry={retry} />
}
