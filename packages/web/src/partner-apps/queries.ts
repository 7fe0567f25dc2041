import type { AppCalls, MyStore, PartnerApp } from '@bodega/api/panel'
import { queryOptions, type UseQueryResult, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { panel, queries } from '../session.ts'

const all = ['partner-apps']

export const useApps = (): UseQueryResult<PartnerApp[]> =>
  useQuery({ queryKey: all, queryFn: () => panel.partnerApps.list() })

export const appQuery = (app_id: number) =>
  queryOptions({ queryKey: [...all, app_id], queryFn: () => panel.partnerApps.get({ params: { app_id } }) })

/** The application of the address, which the frame around its pages has read. */
export function useApp(): PartnerApp {
  const { appId } = useParams({ from: '/partner/apps/$appId' })
  return useSuspenseQuery(appQuery(Number(appId))).data
}

/** Begins every key of what is read about an application. */
export const keyOf = (app: PartnerApp, ...parts: readonly unknown[]) => [...all, app.id, ...parts]

/** To be called with what the server answered to a change. */
export async function keepApp(app: PartnerApp): Promise<void> {
  queries.setQueryData(appQuery(app.id).queryKey, app)
  await queries.invalidateQueries({ queryKey: all })
}

export const useCalls = (app: PartnerApp): UseQueryResult<AppCalls> =>
  useQuery({
    queryKey: keyOf(app, 'calls'),
    queryFn: () => panel.partnerApps.calls({ params: { app_id: app.id } }),
    // Whoever looks has just tried something.
    staleTime: 0,
  })

export const demoStoresQuery = queryOptions({
  queryKey: ['demo-stores'],
  queryFn: (): Promise<MyStore[]> => panel.partnerApps.demoStores(),
})
