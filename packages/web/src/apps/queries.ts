import { type Scope, scopeTexts } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { chooseLanguage } from '../texts/index.ts'

export function useInstalledApps() {
  const { id, key } = useStore()
  return useQuery({
    queryKey: key('apps', 'installed'),
    queryFn: () => panel.storeApps.list({ params: { store_id: id } }),
  })
}

/** What a scope opens, in words; one that we do not know speaks for itself. */
export function useScopeTexts(): (scope: string) => string {
  const { i18n } = useTranslation()
  const texts: Partial<Record<string, string>> = scopeTexts[chooseLanguage([i18n.language])] satisfies Record<
    Scope,
    string
  >
  return scope => texts[scope] ?? scope
}
