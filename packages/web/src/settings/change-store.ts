import type { Store } from '@bodega/api'
import type { StoreChange } from '@bodega/api/panel'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveOver } from '../meanwhile.ts'
import { panel, queries, sessionQuery } from '../session.ts'
import { useStore } from '../store.tsx'
import { useToasts } from '../ui/toasts.tsx'

/** Changes the data of the store as they are by then; the session has its name and language too. */
export function useChangeStore(): UseMutationResult<unknown, Error, (now: Store) => StoreChange> {
  const { t } = useTranslation()
  const { id, client, refresh } = useStore()
  const { tell } = useToasts()
  return useMutation({
    mutationFn: changesTo =>
      saveOver(
        () => client.stores.get(),
        now => panel.stores.update({ params: { store_id: id }, body: changesTo(now) }),
      ),
    onSuccess: async () => {
      await Promise.all([refresh('store'), queries.invalidateQueries(sessionQuery)])
      tell(t('saved'))
    },
  })
}
