import { AppsIcon, ChevronDownIcon, StoreIcon } from '@nimbus-ds/icons'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { useSession } from '../session.ts'
import { Shell, shellStyles as styles } from '../shell/shell.tsx'
import { StoreProvider, useStore } from '../store.tsx'
import { Note } from '../ui/states.tsx'
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
      notice={info.is_suspended && <Suspended />}
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

/** The pages go on as if nothing were: whoever works here would learn it from the applications. */
function Suspended() {
  const { t } = useTranslation()
  return (
    <Note tone="warning">
      <p>
        <b>{t('suspended.title')}</b> {t('suspended.text')}
      </p>
      <p>{t('suspended.help')}</p>
    </Note>
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

/** Links, because a list of choices acts at each arrow key: with the keyboard nobody would get to the third store. */
function StoreSwitch() {
  const { t, i18n } = useTranslation()
  const { stores } = useSession()
  const { info, say } = useStore()
  return (
    <details className={styles.stores}>
      <summary>
        <StoreIcon aria-hidden />
        <span>
          <span className="only-heard">{t('nav.store')}: </span>
          {say(info.name)}
        </span>
        <ChevronDownIcon aria-hidden size={12} />
      </summary>
      <ul>
        {stores.map(({ id, name, main_language }) => (
          <li key={id}>
            <Link to="/admin/$storeId" params={{ storeId: String(id) }}>
              {inLanguage(name, i18n.language, main_language)}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/admin/new-store">{t('nav.newStore')}</Link>
        </li>
      </ul>
    </details>
  )
}
