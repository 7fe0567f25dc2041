import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Section } from './admin/navigation.ts'
import { lastPageOf } from './errors.ts'
import type { PagedSearch } from './ui/paged.ts'
import { useLastPage } from './ui/table.tsx'

interface Searched {
  /** That of the list, with nothing looked for. */
  address: Section['to']
  /** How its address is read: what is not looked for is not in it. */
  read: (search: Record<string, unknown>) => PagedSearch
  page: number
  /** Why this page could not be read, where it could not. */
  error: unknown
}

/** What is looked for in a list, and the page of it, where both stand in the address. */
export function useSearchAddress({ address, read, page, error }: Searched) {
  const navigate = useNavigate({ from: address })
  const go = useCallback(
    (change: Record<string, unknown>, replace: boolean) =>
      navigate({ search: before => read({ ...before, ...change }), replace }),
    [navigate, read],
  )
  const look = useCallback((part: Record<string, unknown>) => go({ page: 1, ...part }, true), [go])
  const find = useCallback((text: string) => look({ q: text }), [look])
  const turn = (to: number) => go({ page: to }, lastPageOf(error) !== undefined)
  // An address can say a page that is not there any more.
  useLastPage(error, page, turn)
  return { look, find, turn }
}
