import { useMutation } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadAnew } from '../arrival.ts'
import { isFault } from '../errors.ts'
import { Failed, Loading } from './states.tsx'

/** Where a page of ours has a fault, or did not arrive: the rest of the screen goes on. */
export function Broken({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const retry = useMutation({ mutationFn: loadAnew })
  if (retry.isPending) return <Loading />
  const problem = retry.error ?? error
  return (
    <Failed error={problem} {...(isFault(problem) ? { text: t('errors.page') } : {})} retry={() => retry.mutate()} />
  )
}
