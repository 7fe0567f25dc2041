import type { MyStore } from '@bodega/api/panel'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { panel, queries, sessionQuery } from '../session.ts'
import { type NewStore, StoreForm } from '../stores/store-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { demoStoresQuery } from './queries.ts'

interface Props {
  onClose: () => void
  onMade: (store: MyStore) => void
}

/** Filling it takes the server some seconds. */
export function NewDemoStore({ onClose, onMade }: Props) {
  const { t } = useTranslation()
  const create = useMutation({
    mutationFn: (body: NewStore) => panel.partnerApps.createDemoStore({ body }),
    onSuccess: async store => {
      await Promise.all([queries.invalidateQueries(demoStoresQuery), queries.invalidateQueries(sessionQuery)])
      onClose()
      onMade(store)
    },
  })
  return (
    <Dialog title={t('partnerApps.newDemoStore')} onClose={create.isPending ? undefined : onClose}>
      <p>{t('partnerApps.newDemoStoreLead')}</p>
      <StoreForm create={create} />
    </Dialog>
  )
}
