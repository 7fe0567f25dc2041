import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissing } from '../errors.ts'
import { Page } from './page.tsx'
import { Failed, Loaded } from './states.tsx'

interface Props<T> {
  query: UseQueryResult<T>
  /** What the list is called that it stands in. */
  list: string
  /** The way back to that list. */
  back: ReactNode
  children: (data: T) => ReactNode
}

/** The page of one thing, or why it is not here, with the way back. */
export function RecordPage<T>({ query, list, back, children }: Props<T>) {
  if (!query.isError || query.data !== undefined) return <Loaded query={query}>{children}</Loaded>
  if (isMissing(query.error)) return <MissingRecord back={back} />
  return (
    <Page title={list} back={back}>
      <Failed error={query.error} retry={() => query.refetch()} />
    </Page>
  )
}

export function MissingRecord({ back, why }: { back: ReactNode; why?: string }) {
  const { t } = useTranslation()
  return <Page title={t('errors.noRecord')} lead={why ?? t('errors.notFound')} back={back} />
}
