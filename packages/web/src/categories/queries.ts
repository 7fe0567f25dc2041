import type { Category } from '@bodega/api'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useStore } from '../store.tsx'
import { whole } from '../whole.ts'
import { flatten } from './tree.ts'

/** The whole tree: a store has at most 1000 categories. */
export function useCategories(): UseQueryResult<Category[]> {
  const { client, key } = useStore()
  return useQuery({
    queryKey: key('categories'),
    queryFn: (): Promise<Category[]> => whole(query => client.categories.list({ query })),
  })
}

/** Every category by its whole path, `Men / Shirts`: names alone come more than once. */
export function useCategoryPaths(): { id: number; path: string }[] {
  const { say } = useStore()
  const branches = flatten(useCategories().data ?? [])
  return branches.map(({ category: { id }, path }) => ({ id, path: path.map(({ name }) => say(name)).join(' / ') }))
}
