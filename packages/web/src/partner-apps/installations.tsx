import type { Installation, PartnerApp } from '@bodega/api/panel'
import { StoreIcon } from '@nimbus-ds/icons'
import { useTranslation } from 'react-i18next'
import { ago, dateOf, inLanguage } from '../format.ts'
import { panel } from '../session.ts'
import { Badge } from '../ui/badge.tsx'
import { useListed } from '../ui/listed.ts'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filters, Pager, Search, Table, usePagedSearch } from '../ui/table.tsx'
import { areSame } from './draft.ts'
import { keyOf } from './queries.ts'

const size = 20

export function Installations({ app }: { app: PartnerApp }) {
  const { t } = useTranslation()
  const { page, setPage, q, search } = usePagedSearch()
  const installations = useListed(keyOf(app, 'installations', q, page), () =>
    panel.partnerApps.installations({
      params: { app_id: app.id },
      query: { page, per_page: size, ...(q ? { q } : {}) },
    }),
  )
  return (
    <Panel title={t('partnerApps.installed')} isFlush>
      {(q !== '' || app.installations > size) && (
        <Filters>
          <Search label={t('partnerApps.search')} value={q} onSearch={search} />
        </Filters>
      )}
      <Loaded query={installations}>
        {({ list, total }) =>
          total === 0 ? (
            <Empty
              icon={<StoreIcon aria-hidden size={20} />}
              title={t(q ? 'partnerApps.noneFound' : 'partnerApps.notInstalled')}
              {...(q ? {} : { text: t('partnerApps.notInstalledText') })}
            />
          ) : (
            <>
              <Rows app={app} rows={list} />
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Rows({ app, rows }: { app: PartnerApp; rows: readonly Installation[] }) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const use = (time: string | null) =>
    time === null ? t('partnerApps.neverUsed') : t('partnerApps.used', { ago: ago(language, time, Date.now()) })
  return (
    <Table
      label={t('partnerApps.installed')}
      rows={rows}
      keyOf={({ store_id }) => store_id}
      columns={[
        {
          name: t('partnerApps.store'),
          kind: 'title',
          cell: ({ store_id, store_name, is_suspended }) => (
            <>
              <b>{inLanguage(store_name, language)}</b>{' '}
              {is_suspended && <Badge tone="warning">{t('partnerApps.suspended')}</Badge>}
              <small>store_id {store_id}</small>
            </>
          ),
        },
        {
          name: t('partnerApps.token'),
          cell: ({ has_token, last_used_at }) => (
            <>
              <Badge tone={has_token ? 'success' : 'warning'}>
                {t(has_token ? 'partnerApps.hasToken' : 'partnerApps.noToken')}
              </Badge>
              {has_token && <small>{use(last_used_at)}</small>}
            </>
          ),
        },
        {
          name: t('partnerApps.scopes'),
          kind: 'number',
          cell: ({ scopes }) =>
            areSame(scopes, app.scopes) ? scopes.length : <Badge tone="warning">{t('partnerApps.oldScopes')}</Badge>,
        },
        {
          name: t('partnerApps.since'),
          kind: 'number',
          cell: ({ installed_at }) => dateOf(language, installed_at),
        },
      ]}
    />
  )
}
