import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../ui/button.tsx'
import { AccountFrame, frameStyles as styles } from './frame.tsx'

export function MissingPage() {
  const { t } = useTranslation()
  return (
    <AccountFrame title={t('errors.noPage')} lead={t('errors.noPageText')}>
      <div className={styles.links}>
        <ButtonLink to="/">{t('errors.home')}</ButtonLink>
      </div>
    </AccountFrame>
  )
}
