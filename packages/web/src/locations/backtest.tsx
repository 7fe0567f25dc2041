import type { Backtest as Outcome } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Panel } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import styles from './backtest.module.css'
import { useLocationName } from './queries.ts'

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
        {outcome.isError && !outcome.data ? (
          <Failed error={outcome.error} retry={() => outcome.refetch()} />
        ) : (
          <>
            <div className={styles.verdict} role="status">
              {outcome.data ? (
                <Verdict outcome={outcome.data} />
              ) : (
                <>
                  <progress
                    className={styles.progress}
                    aria-label={t('backtest.title')}
                    {...(total ? { value: done, max: total } : {})}
                  />
                  <p>{total ? t('backtest.progress', { done, total }) : t('loading')}</p>
                </>
              )}
            </div>
            <PerLocation rows={outcome.data?.locations ?? ids.map(location_id => ({ location_id }))} />
          </>
        )}
      </Panel>
    </div>
  )
}

function Verdict({ outcome: { orders, undecided, different, shipments } }: { outcome: Outcome }) {
  const { t } = useTranslation()
  if (orders === 0) return <p>{t('backtest.noOrders')}</p>
  return (
    <>
      <p>
        {different === 0
          ? t('backtest.same', { count: orders })
          : t('backtest.different', { different, count: orders })}{' '}
        {t('backtest.shipments', shipments)}
      </p>
      {undecided > 0 && <p className={styles.quiet}>{t('backtest.undecided', { count: undecided })}</p>}
    </>
  )
}

interface Row {
  location_id: string
  before?: number
  after?: number
}

/** Has its rows before their numbers are there, so that nothing below it moves when they come. */
function PerLocation({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation()
  const nameOf = useLocationName()
  const most = Math.max(...rows.flatMap(({ before = 0, after = 0 }) => [before, after]), 1)
  return (
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
        {rows.map(({ location_id, before, after }) => (
          <tr key={location_id}>
            <th scope="row">
              {nameOf(location_id)}
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * (before ?? 0)) / most} height="4" />
                <rect className={styles.after} y="6" width={(100 * (after ?? 0)) / most} height="4" />
              </svg>
            </th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
