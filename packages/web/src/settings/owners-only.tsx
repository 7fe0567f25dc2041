import { useTranslation } from 'react-i18next'
import { Note } from '../ui/states.tsx'

/** Why somebody of the staff can look at this, and not change it. */
export function OwnersOnly() {
  const { t } = useTranslation()
  return (
    <Note>
      <p>{t('settings.ownersOnly')}</p>
    </Note>
  )
}
