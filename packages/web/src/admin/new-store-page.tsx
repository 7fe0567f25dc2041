import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountFrame, frameStyles as styles } from '../account/frame.tsx'
import { SignedInAs } from '../account/signed-in-as.tsx'
import { panel, queries, sessionQuery } from '../session.ts'
import { type NewStore, StoreForm } from '../stores/store-form.tsx'

export function NewStorePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: (body: NewStore) => panel.stores.create({ body }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries(sessionQuery)
      await navigate({ to: '/admin/$storeId', params: { storeId: String(id) } })
    },
  })
  return (
    <AccountFrame title={t('newStore.title')} lead={t('newStore.lead')}>
      <div className={styles.form}>
        <StoreForm create={create} />
      </div>
      <SignedInAs />
    </AccountFrame>
  )
}
