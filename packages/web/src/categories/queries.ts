import type { Category } from '@bodega/api'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useStore } from '../store.tsx'
import { flatten } from './tree.ts'

/** The whole tree: a store has at most 1000 categories. */
export function useCategories(): UseQueryResult<Category[]> {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('categories'),
    queryFn: async (): Promise<Category[]> => {
      const first = await client.categories.list({ query: { page: 1, per_page: 200 } })
      const others = Array.from({ length: Math.ceil(first.total / 200) - 1 }, (_, i) =>
        client.categories.list({ query: { page: i + 2, per_page: 200 } }),
      )
      return [...first, ...(await Promise.all(others)).flat()]
    },
  })
}

/** Every category by its whole path, `Men / Shirts`: names alone come more than once. */
export function useCategoryPaths(): { id: number; path: string }[] {
  const { say } = useStore()
  const branches = flatten(useCategories().data ?? [])
  return branches.map(({ category: { id }, path }) => ({ id, path: path.map(({ name }) => say(name)).join(' / ') }))
}
