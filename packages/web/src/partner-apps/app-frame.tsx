import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/badge.tsx'
import { BackLink, Page } from '../ui/page.tsx'
import { RecordPage } from '../ui/record.tsx'
import styles from './partner-apps.module.css'
import { appQuery } from './queries.ts'

const sections = [
  { name: 'overview', to: '/partner/apps/$appId' },
  { name: 'settings', to: '/partner/apps/$appId/settings' },
  { name: 'calls', to: '/partner/apps/$appId/calls' },
  { name: 'webhooks', to: '/partner/apps/$appId/webhooks' },
] as const

/** What the pages of an application have in common: its name, and the way between them. */
export function AppFrame() {
  const { t } = useTranslation()
  const { appId } = useParams({ from: '/partner/apps/$appId' })
  const app = useQuery(appQuery(Number(appId)))
  return (
    <RecordPage query={app} list={t('partner.apps')} back={<ToList />}>
      {({ name, distribution }) => (
        <Page title={name} beside={<Badge>{t(`partnerApps.distributions.${distribution}`)}</Badge>} back={<ToList />}>
          <nav className={styles.sections} aria-label={name}>
            {sections.map(section => (
              <Link key={section.name} to={section.to} params={{ appId }} activeOptions={{ exact: true }}>
                {t(`partnerApps.sections.${section.name}`)}
              </Link>
            ))}
          </nav>
          <Outlet />
        </Page>
      )}
    </RecordPage>
  )
}

function ToList() {
  const { t } = useTranslation()
  return <BackLink to="/partner">{t('partner.apps')}</BackLink>
}
