import type { Backtest as Outcome } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import styles from './backtest.module.css'
import { useLocations } from './queries.ts'

/** What another order of the locations would have made of the last orders. */
export function Backtest({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 })
  const outcome = useQuery({
    queryKey: key('backtest', ids),
    queryFn: () =>
      client.locations.backtest({
        body: { priorities: ids.map((id, priority) => ({ id, priority })) },
        onProgress: setProgress,
      }),
    retry: false,
  })
  return (
    <div className={styles.backtest}>
      <Panel title={t('backtest.title')} lead={t('backtest.lead')}>
        {outcome.data ? (
          <Shown outcome={outcome.data} />
        ) : outcome.isError ? (
          <Failed error={outcome.error} retry={() => outcome.refetch()} />
        ) : (
          <>
            <progress
              className={styles.progress}
              aria-label={t('backtest.title')}
              {...(total ? { value: done, max: total } : {})}
            />
            <p role="status">{total ? t('backtest.progress', { done, total }) : t('loading')}</p>
          </>
        )}
      </Panel>
    </div>
  )
}

function Shown({ outcome: { orders, undecided, different, shipments, locations } }: { outcome: Outcome }) {
  const { t } = useTranslation()
  const { say } = useStore()
  const known = useLocations().data ?? []
  const most = Math.max(...locations.flatMap(({ before, after }) => [before, after]), 1)
  if (orders === 0) return <p>{t('backtest.noOrders')}</p>
  return (
    <>
      <p className={styles.verdict} role="status">
        {different === 0
          ? t('backtest.same', { count: orders })
          : t('backtest.different', { different, count: orders })}{' '}
        {t('backtest.shipments', shipments)}
      </p>
      {undecided > 0 && <p className={styles.quiet}>{t('backtest.undecided', { count: undecided })}</p>}
      <table className={styles.table}>
        <caption className="only-heard">{t('backtest.perLocation')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('backtest.location')}</th>
            <th scope="col">{t('backtest.before')}</th>
            <th scope="col">{t('backtest.after')}</th>
          </tr>
        </thead>
        <tbody>
          {locations.map(({ location_id, before, after }) => {
            const location = known.find(({ id }) => id === location_id)
            return (
              <tr key={location_id}>
                <th scope="row">
                  {location ? say(location.name) : location_id}
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * before) / most} height="4" />
                    <rect className={styles.after} y="6" width={(100 * after) / most} height="4" />
                  </svg>
                </th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
