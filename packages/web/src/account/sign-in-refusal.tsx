import { ApiError } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { Note, Refusal } from '../ui/states.tsx'

/** Why somebody was not let in. */
export function SignInRefusal({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError) || error.status !== 401) return <Refusal error={error} />
  return (
    <Note tone="danger">
      <p>{t('account.wrong')}</p>
    </Note>
  )
}
