import { AppsIcon, ChevronDownIcon, StoreIcon } from '@nimbus-ds/icons'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { useSession } from '../session.ts'
import { Shell, shellStyles as styles } from '../shell/shell.tsx'
import { StoreProvider, useStore } from '../store.tsx'
import { MissingStorePage } from './missing-store-page.tsx'
import { nearest, sections } from './navigation.ts'

/** All that surrounds the pages of a store. */
export function AdminShell() {
  const { storeId } = useParams({ from: '/admin/$storeId' })
  const { stores } = useSession()
  const info = stores.find(({ id }) => String(id) === storeId)
  if (!info) return <MissingStorePage />
  return (
    <StoreProvider key={info.id} info={info}>
      <Frame />
    </StoreProvider>
  )
}

function Frame() {
  const { t } = useTranslation()
  const { info, say } = useStore()
  const { partner } = useSession()
  return (
    <Shell
      title={say(info.name)}
      label={t('nav.label')}
      above={<StoreSwitch />}
      links={
        <>
          <Links of={sections} size={18} />
          {partner && (
            <Link to="/partner">
              <AppsIcon aria-hidden size={18} />
              {t('partner.label')}
            </Link>
          )}
        </>
      }
      shortcuts={<Links of={nearest} size={20} />}
    />
  )
}

function Links({ of, size }: { of: readonly (typeof sections)[number][]; size: number }) {
  const { t } = useTranslation()
  const { id } = useStore()
  return of.map(({ name, to, Icon, isExact }) => (
    <Link key={name} to={to} params={{ storeId: String(id) }} activeOptions={{ exact: isExact }}>
      <Icon aria-hidden size={size} />
      {t(`nav.${name}`)}
    </Link>
  ))
}

const newStore = 'new'

function StoreSwitch() {
  const { t, i18n } = useTranslation()
  const { stores } = useSession()
  const { id } = useStore()
  const navigate = useNavigate()
  const go = (chosen: string) =>
    chosen === newStore
      ? navigate({ to: '/admin/new-store' })
      : navigate({ to: '/admin/$storeId', params: { storeId: chosen } })
  return (
    <div className={styles.stores}>
      <StoreIcon aria-hidden />
      <select aria-label={t('nav.store')} value={id} onChange={event => go(event.target.value)}>
        {stores.map(store => (
          <option key={store.id} value={store.id}>
            {inLanguage(store.name, i18n.language, store.main_language)}
          </option>
        ))}
        <option value={newStore}>{t('nav.newStore')}</option>
      </select>
      <ChevronDownIcon aria-hidden size={12} />
    </div>
  )
}
