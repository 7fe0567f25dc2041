import type { PublicApp } from '@bodega/api/panel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { initialOf } from '../format.ts'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { Anchor, Button } from '../ui/button.tsx'
import { FieldRow, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useListed } from '../ui/listed.ts'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { Pager, Search, usePagedSearch } from '../ui/table.tsx'
import styles from './apps-page.module.css'
import { appIdOf, installPath } from './links.ts'
import { ScopeList } from './scope-list.tsx'

const size = 10

/** Apps that every merchant may install, those that are for this store, and any other by its link. */
export function AvailableApps() {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const { page, setPage, q, search } = usePagedSearch()
  const apps = useListed(key('apps', 'available', q, page), () =>
    panel.storeApps.available({ params: { store_id: id }, query: { page, per_page: size, ...(q ? { q } : {}) } }),
  )
  return (
    <Panel title={t('apps.install')} lead={t('apps.installLead')}>
      <ByLink />
      <div className="stacked">
        <Search label={t('apps.search')} value={q} onSearch={search} />
        <Loaded query={apps}>
          {({ list, total }) => (
            <>
              <ul className={styles.apps} aria-label={t('apps.available')}>
                {list.map(app => (
                  <Available key={app.id} app={app} />
                ))}
                {list.length === 0 && <li>{t(q ? 'apps.noneFound' : 'apps.noneLeft')}</li>}
              </ul>
              <Pager page={page} total={total} size={size} onPage={setPage} />
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

function Available({ app }: { app: PublicApp }) {
  const { t, i18n } = useTranslation()
  const { id } = useStore()
  return (
    <li>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(app.name)}
      </span>
      <div className={styles.about}>
        <h3>{app.name}</h3>
        <p>{app.publisher}</p>
        <ScopeList label={t('apps.asks', { count: app.scopes.length })} scopes={app.scopes} />
      </div>
      <div className={styles.actions}>
        <Anchor href={installPath(app.id, id, i18n.language)} aria-label={`${t('apps.installAction')}: ${app.name}`}>
          {t('apps.installAction')}
        </Anchor>
      </div>
    </li>
  )
}

function ByLink() {
  const { t, i18n } = useTranslation()
  const { id } = useStore()
  const [link, setLink] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = () => {
    const app = appIdOf(link)
    setWrong(app === undefined)
    if (app !== undefined) window.location.assign(installPath(app, id, i18n.language))
  }
  return (
    <Form onSend={submit} className={styles.byLink}>
      <FieldRow>
        <TextField
          label={t('apps.link')}
          hint={t('apps.linkHint')}
          value={link}
          onValue={setLink}
          required
          maxLength={2000}
          wrong={isWrong ? [t('apps.linkWrong')] : undefined}
        />
      </FieldRow>
      <Button type="submit">{t('apps.installAction')}</Button>
    </Form>
  )
}
