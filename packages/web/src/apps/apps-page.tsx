import { scopesBeyond } from '@bodega/api'
import type { InstalledApp } from '@bodega/api/panel'
import { AppsIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gone } from '../errors.ts'
import { initialOf } from '../format.ts'
import { panel } from '../session.ts'
import { OwnersOnly } from '../settings/owners-only.tsx'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Anchor, Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded, Note } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './apps-page.module.css'
import { AvailableApps } from './available-apps.tsx'
import { embeddedPath, installPath } from './links.ts'
import { useInstalledApps, useScopeTexts } from './queries.ts'
import { ScopeList } from './scope-list.tsx'
import { Tokens } from './tokens.tsx'

export function AppsPage() {
  const { t } = useTranslation()
  const { info } = useStore()
  const installed = useInstalledApps()
  return (
    <Page title={t('nav.apps')} lead={t('apps.lead')}>
      <div className="stacked">
        {info.role !== 'owner' && <OwnersOnly />}
        <Panel title={t('apps.installed')}>
          <Loaded query={installed}>
            {apps =>
              apps.length === 0 ? (
                <Empty
                  icon={<AppsIcon aria-hidden size={20} />}
                  title={t('apps.none')}
                  text={t(info.role === 'owner' ? 'apps.noneText' : 'apps.noneForStaff')}
                />
              ) : (
                <ul className={styles.apps}>
                  {apps.map(one => (
                    <Installed key={one.app.id} installed={one} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
        {info.role === 'owner' && <AvailableApps />}
        {info.role === 'owner' && <Tokens />}
      </div>
    </Page>
  )
}

function Installed({
  installed: { app, granted, is_suspended, last_used_at, installed_at },
}: {
  installed: InstalledApp
}) {
  const { t, i18n } = useTranslation()
  const { id, info, ago } = useStore()
  const sayScope = useScopeTexts()
  const [isLeaving, setLeaving] = useState(false)
  const more = scopesBeyond(granted, app.scopes)
  return (
    <li>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(app.name)}
      </span>
      <div className={styles.about}>
        <h3>
          {app.name} {is_suspended && <Badge tone="warning">{t('apps.suspended')}</Badge>}
        </h3>
        <p>
          {[
            app.publisher,
            t('apps.since', { time: ago(installed_at) }),
            last_used_at ? t('apps.used', { time: ago(last_used_at) }) : t('apps.unused'),
          ].join(' · ')}
        </p>
        {is_suspended && <p>{t('apps.suspendedText')}</p>}
        <ScopeList label={t('apps.may', { count: granted.length })} scopes={granted} />
        {more.length > 0 && (
          <Note tone="warning">
            <p>{t('apps.asksMore', { scopes: more.map(sayScope).join('; ') })}</p>
            {info.role === 'owner' && <a href={installPath(app.id, id, i18n.language)}>{t('apps.review')}</a>}
          </Note>
        )}
      </div>
      <div className={styles.actions}>
        {app.app_url && (
          <Anchor href={embeddedPath(app.id, id)} look="main" aria-label={`${t('apps.open')}: ${app.name}`}>
            {t('apps.open')}
          </Anchor>
        )}
        {info.role === 'owner' && (
          <Button look="danger" aria-label={`${t('apps.uninstall')}: ${app.name}`} onClick={() => setLeaving(true)}>
            {t('apps.uninstall')}
          </Button>
        )}
      </div>
      {isLeaving && <Uninstall app={app} onClose={() => setLeaving(false)} />}
    </li>
  )
}

function Uninstall({ app, onClose }: { app: InstalledApp['app']; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, refresh } = useStore()
  const { tell } = useToasts()
  return (
    <Confirm
      title={t('apps.uninstallTitle', { name: app.name })}
      text={t('apps.uninstallText')}
      action={t('apps.uninstall')}
      onClose={onClose}
      onConfirm={async () => {
        await gone(panel.storeApps.uninstall({ params: { store_id: id, app_id: app.id } }))
        await refresh('apps')
        tell(t('apps.uninstalled', { name: app.name }))
      }}
    />
  )
}
