import type { Listed } from '@bodega/api'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'

/** A page of a list, and how many there are in all. What was shown before stays until it is here. */
export function useListed<T>(
  queryKey: readonly unknown[],
  read: () => Promise<Listed<T>>,
): UseQueryResult<{ list: T[]; total: number }> {
  return useQuery({
    queryKey,
    queryFn: async () => {
      const list = await read()
      // Beside the list: what the queries keep of one is its entries.
      return { list, total: list.total }
    },
    placeholderData: keepPreviousData,
  })
}
