import type { StoreChange } from '@bodega/api/panel'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { panel, queries, sessionQuery } from '../session.ts'
import { useStore } from '../store.tsx'
import { useToasts } from '../ui/toasts.tsx'

/** Changes the data of the store; the session has its name and language too. */
export function useChangeStore(): UseMutationResult<unknown, Error, StoreChange> {
  const { t } = useTranslation()
  const { id, refresh } = useStore()
  const { tell } = useToasts()
  return useMutation({
    mutationFn: (body: StoreChange) => panel.stores.update({ params: { store_id: id }, body }),
    onSuccess: async () => {
      await Promise.all([refresh('store'), queries.invalidateQueries(sessionQuery)])
      tell(t('saved'))
    },
  })
}
