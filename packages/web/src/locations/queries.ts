import type { Location } from '@bodega/api'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useStore } from '../store.tsx'
import { whole } from '../whole.ts'

/** Everything there is: most stores have a handful of locations, and none more than 1000. */
export function useLocations(): UseQueryResult<Location[]> {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('locations'),
    queryFn: (): Promise<Location[]> => whole(query => client.locations.list({ query })),
  })
}

/** What a place is called in the language of the page; one that is gone is called as it was, else by its id. */
export function useLocationName(): (id: string, before?: string) => string {
  const { say } = useStore()
  const { data } = useLocations()
  return (id, before = id) => {
    const found = data?.find(location => location.id === id)
    return found ? say(found.name) : before
  }
}
