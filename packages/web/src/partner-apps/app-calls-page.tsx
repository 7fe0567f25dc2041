import type { AppCalls, AppError, PartnerApp } from '@bodega/api/panel'
import { CheckCircleIcon, StatsIcon } from '@nimbus-ds/icons'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ago, countOf, timeOf } from '../format.ts'
import { panel } from '../session.ts'
import { Badge } from '../ui/badge.tsx'
import { BarChart } from '../ui/bar-chart.tsx'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { lastDays } from './days.ts'
import styles from './partner-apps.module.css'
import { keyOf, useApp, useCalls } from './queries.ts'

/** As long as calls are counted. */
const dayCount = 30

export function AppCallsPage() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <div className="stacked">
      <Loaded query={useCalls(app)}>
        {calls =>
          calls.endpoints.length === 0 ? (
            <Panel isFlush>
              <Empty
                icon={<StatsIcon aria-hidden size={20} />}
                title={t('partnerApps.noCalls')}
                text={t('partnerApps.noCallsText')}
              />
            </Panel>
          ) : (
            <Calls calls={calls} />
          )
        }
      </Loaded>
      <Errors app={app} />
    </div>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function Calls({ calls: { days, endpoints } }: { calls: AppCalls }) {
  const { t, i18n } = useTranslation()
  const bars = lastDays(days, Date.now(), dayCount).map(({ day, calls, errors }) => ({
    date: day,
    value: calls,
    wrong: errors,
  }))
  const said = (count: number) => countOf(i18n.language, count)
  const callsOf = (count: number) => t('partnerApps.callCount', { count })
  const errorsOf = (count: number) => t('partnerApps.callsAndErrors', { errors: count })
  return (
    <>
      <Panel title={t('partnerApps.calls')}>
        <BarChart
          label={t('partnerApps.calls')}
          bars={bars}
          summary={bar => ({
            figure: said(bar ? bar.value : sum(bars.map(({ value }) => value))),
            text: errorsOf(bar ? bar.wrong : sum(bars.map(({ wrong }) => wrong))),
          })}
          cells={({ value, wrong }) => [callsOf(value), errorsOf(wrong)]}
        />
      </Panel>
      <Panel title={t('partnerApps.endpoints')} isFlush>
        <Table
          label={t('partnerApps.endpoints')}
          rows={endpoints}
          keyOf={({ endpoint }) => endpoint}
          columns={[
            {
              name: t('partnerApps.endpoint'),
              kind: 'title',
              cell: ({ endpoint }) => <code className={styles.code}>{endpoint}</code>,
            },
            { name: t('partnerApps.count'), kind: 'number', cell: ({ calls }) => said(calls) },
            {
              name: t('partnerApps.refused'),
              kind: 'number',
              cell: ({ errors }) => (errors > 0 ? <Badge tone="danger">{said(errors)}</Badge> : 0),
            },
            {
              name: t('partnerApps.last'),
              kind: 'number',
              cell: ({ last_at }) => ago(i18n.language, last_at, Date.now()),
            },
          ]}
        />
      </Panel>
    </>
  )
}

function Errors({ app }: { app: PartnerApp }) {
  const { t } = useTranslation()
  const errors = useQuery({
    queryKey: keyOf(app, 'errors'),
    queryFn: (): Promise<AppError[]> => panel.partnerApps.errors({ params: { app_id: app.id } }),
    staleTime: 0,
  })
  return (
    <Panel title={t('partnerApps.errors')} isFlush>
      <Loaded query={errors}>
        {found =>
          found.length === 0 ? (
            <Empty icon={<CheckCircleIcon aria-hidden size={20} />} title={t('partnerApps.noErrors')} />
          ) : (
            <Refused errors={found} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Refused({ errors }: { errors: readonly AppError[] }) {
  const { t, i18n } = useTranslation()
  return (
    <Table
      label={t('partnerApps.errors')}
      rows={errors}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('partnerApps.request'),
          kind: 'title',
          cell: ({ method, path, answer, request_id }) => (
            <>
              <code className={styles.code}>
                {method} {path}
              </code>
              <small className={styles.answer}>{answer}</small>
              <small>x-request-id {request_id}</small>
            </>
          ),
        },
        { name: t('partnerApps.status'), cell: ({ status }) => <Badge tone="danger">{status}</Badge> },
        { name: t('partnerApps.store'), kind: 'number', cell: ({ store_id }) => store_id },
        {
          name: t('partnerApps.when'),
          kind: 'number',
          cell: ({ created_at }) => timeOf(i18n.language, created_at),
        },
      ]}
    />
  )
}
