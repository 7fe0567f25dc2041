import type { PartnerApp } from '@bodega/api/panel'
import { AppsIcon, PlusIcon } from '@nimbus-ds/icons'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { countOf, dateOf } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useApps } from './queries.ts'

export function AppsPage() {
  const { t } = useTranslation()
  const apps = useApps()
  const make = (
    <ButtonLink to="/partner/apps/new" look="main">
      <PlusIcon aria-hidden size={14} />
      {t('partnerApps.new')}
    </ButtonLink>
  )
  return (
    <Page title={t('partner.apps')} lead={t('partnerApps.lead')} actions={make}>
      <Panel isFlush>
        <Loaded query={apps}>
          {found =>
            found.length === 0 ? (
              <Empty
                icon={<AppsIcon aria-hidden size={20} />}
                title={t('partnerApps.none')}
                text={t('partnerApps.noneText')}
              />
            ) : (
              <Apps apps={found} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function Apps({ apps }: { apps: readonly PartnerApp[] }) {
  const { t, i18n } = useTranslation()
  return (
    <Table
      label={t('partner.apps')}
      rows={apps}
      keyOf={app => app.id}
      columns={[
        {
          name: t('partnerApps.name'),
          kind: 'title',
          cell: ({ id, name }) => (
            <>
              <Link to="/partner/apps/$appId" params={{ appId: String(id) }}>
                {name}
              </Link>
              <small>app_id {id}</small>
            </>
          ),
        },
        {
          name: t('partnerApps.distribution'),
          cell: ({ distribution }) => (
            <Badge tone={distribution === 'app_store' ? 'info' : 'neutral'}>
              {t(`partnerApps.distributions.${distribution}`)}
            </Badge>
          ),
        },
        { name: t('partnerApps.scopes'), kind: 'number', cell: ({ scopes }) => scopes.length },
        {
          name: t('partnerApps.installations'),
          kind: 'number',
          cell: ({ installations }) => countOf(i18n.language, installations),
        },
        { name: t('partnerApps.created'), kind: 'number', cell: ({ created_at }) => dateOf(i18n.language, created_at) },
      ]}
    />
  )
}
