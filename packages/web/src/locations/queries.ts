import type { Location } from '@bodega/api'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CurrentStore, useStore } from '../store.tsx'

/** Everything there is: a store has a handful of locations, and 200 fit on a page. */
const locationsQuery = ({ client, key }: CurrentStore) =>
  queryOptions({
    queryKey: key('locations'),
    queryFn: async (): Promise<Location[]> => client.locations.list({ query: { page: 1, per_page: 200 } }),
  })

export const useLocations = (): UseQueryResult<Location[]> => useQuery(locationsQuery(useStore()))
