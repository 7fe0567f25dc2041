import { SearchIcon } from '@nimbus-ds/icons'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button.tsx'
import { Empty, Failed } from './states.tsx'

/** Where a page of ours has a fault: the rest of the screen goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <Failed error={error} retry={reset} />
    </main>
  )
}

export function Missing() {
  const { t } = useTranslation()
  return (
    <main>
      <Empty icon={<SearchIcon aria-hidden size={20} />} title={t('errors.noPage')} text={t('errors.noPageText')}>
        <ButtonLink to="/">{t('errors.home')}</ButtonLink>
      </Empty>
    </main>
  )
}
