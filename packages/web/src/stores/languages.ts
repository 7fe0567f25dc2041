import { useQuery } from '@tanstack/react-query'
import { useStore } from '../store.tsx'

/** The languages that the store speaks, its main one first. */
export function useStoreLanguages(): string[] {
  const { client, key, info } = useStore()
  const { data } = useQuery({ queryKey: key('store'), queryFn: () => client.stores.get(), staleTime: 60_000 })
  return [info.main_language, ...Object.keys(data?.languages ?? {}).filter(name => name !== info.main_language)]
}
