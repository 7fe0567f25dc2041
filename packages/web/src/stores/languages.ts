import type { Store } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../store.tsx'

/** The languages that a store speaks, its main one first; others have been turned off. */
export const spokenBy = ({ main_language, languages }: Store): string[] => [
  main_language,
  ...Object.keys(languages).filter(code => code !== main_language && languages[code]?.active),
]

export function useStoreLanguages(): string[] {
  const { client, key, info } = useStore()
  const { data } = useQuery({ queryKey: key('store'), queryFn: () => client.stores.get(), staleTime: 60_000 })
  return data ? spokenBy(data) : [info.main_language]
}
