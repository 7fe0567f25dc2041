import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Page } from '../ui/page.tsx'
import styles from './settings.module.css'

const parts = [
  { name: 'store', to: '/admin/$storeId/settings', isExact: true },
  { name: 'staff', to: '/admin/$storeId/settings/staff', isExact: false },
  { name: 'account', to: '/admin/$storeId/settings/account', isExact: false },
  { name: 'events', to: '/admin/$storeId/settings/events', isExact: false },
] as const

/** What surrounds the pages of the settings. */
export function SettingsFrame() {
  const { t } = useTranslation()
  const { id } = useStore()
  return (
    <Page title={t('nav.settings')}>
      <nav className={styles.parts} aria-label={t('nav.settings')}>
        {parts.map(({ name, to, isExact }) => (
          <Link key={name} to={to} params={{ storeId: String(id) }} activeOptions={{ exact: isExact }}>
            {t(`settings.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="stacked">
        <Outlet />
      </div>
    </Page>
  )
}
