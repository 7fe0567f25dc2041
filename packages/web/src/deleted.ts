import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Section } from './admin/navigation.ts'
import { gone } from './errors.ts'
import { queries } from './session.ts'
import { useStore } from './store.tsx'
import { useToasts } from './ui/toasts.tsx'

/** Waits until the thing that a page is about is deleted. Then comes the list, which is without it, and no way back to it. */
export function useDeleted(
  list: Section['to'],
): (kind: string, thing: number | string, deleting: Promise<unknown>) => Promise<void> {
  const { t } = useTranslation()
  const { id, key, refresh } = useStore()
  const { tell } = useToasts()
  const navigate = useNavigate()
  return async (kind, thing, deleting) => {
    await gone(deleting)
    await navigate({ to: list, params: { storeId: String(id) }, ignoreBlocker: true })
    // Only now that no page shows it: one that did would ask for it again.
    queries.removeQueries({ queryKey: key(kind, thing) })
    await refresh(kind)
    tell(t('deleted'))
  }
}
