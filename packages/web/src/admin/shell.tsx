import { ChevronDownIcon, LogOutIcon, MenuIcon, StoreIcon } from '@nimbus-ds/icons'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { forgetSession, panel, useSession } from '../session.ts'
import { StoreProvider, useStore } from '../store.tsx'
import { IconButton } from '../ui/button.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Mark } from '../ui/mark.tsx'
import { Failed } from '../ui/states.tsx'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { nearest, sections } from './navigation.ts'
import styles from './shell.module.css'

/** All that surrounds the pages of a store. */
export function AdminShell() {
  const { storeId } = useParams({ from: '/admin/$storeId' })
  const { t } = useTranslation()
  const { stores } = useSession()
  const info = stores.find(({ id }) => String(id) === storeId)
  if (!info) return <Failed error={new Error(t('errors.notFound'))} />
  return (
    <StoreProvider key={info.id} info={info}>
      <Frame />
    </StoreProvider>
  )
}

function Frame() {
  const { t } = useTranslation()
  const { info, say } = useStore()
  const [isOpen, setOpen] = useState(false)
  const params = { storeId: String(info.id) }
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <header className={styles.topBar}>
        <Mark size={28} />
        <span>{say(info.name)}</span>
        <IconButton label={t('nav.menu')} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden size={20} />
        </IconButton>
      </header>
      <aside className={styles.side} aria-label={t('nav.label')}>
        <Side />
      </aside>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <nav className={styles.bottomBar} aria-label={t('nav.shortcuts')}>
        {nearest.map(({ name, to, Icon, isExact }) => (
          <Link key={name} to={to} params={params} activeOptions={{ exact: isExact }}>
            <Icon aria-hidden size={20} />
            {t(`nav.${name}`)}
          </Link>
        ))}
        <button type="button" onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden size={20} />
          {t('nav.more')}
        </button>
      </nav>
      {isOpen && <Drawer onClose={() => setOpen(false)} />}
    </div>
  )
}

function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it does the same for the thumb
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('nav.menu')}
      onClick={event => event.target === dialog.current && onClose()}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div>
        <Side onGo={onClose} />
      </div>
    </dialog>
  )
}

function Side({ onGo }: { onGo?: () => void }) {
  const { t } = useTranslation()
  const { id } = useStore()
  return (
    <>
      <Link to="/" className={styles.brand}>
        <Mark size={28} />
        Bodega
      </Link>
      <StoreSwitch />
      <nav className={styles.nav} aria-label={t('nav.label')}>
        {sections.map(({ name, to, Icon, isExact }) => (
          <Link
            key={name}
            to={to}
            params={{ storeId: String(id) }}
            activeOptions={{ exact: isExact }}
            {...(onGo ? { onClick: onGo } : {})}
          >
            <Icon aria-hidden size={18} />
            {t(`nav.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={styles.foot}>
        <div className={styles.choices}>
          <LanguageChoice />
          <ThemeChoice />
        </div>
        <Account />
      </div>
    </>
  )
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

function Account() {
  const { t } = useTranslation()
  const { account } = useSession()
  const { tellError } = useToasts()
  const navigate = useNavigate()
  const leave = async () => {
    try {
      await panel.sessions.signOut()
      await navigate({ to: '/login' })
      await forgetSession()
    } catch (error) {
      tellError(error)
    }
  }
  return (
    <div className={styles.account}>
      <span className={styles.initial} aria-hidden="true">
        {account?.name.slice(0, 1).toUpperCase()}
      </span>
      <div>
        <b>{account?.name}</b>
        <small>{account?.email}</small>
      </div>
      <IconButton label={t('nav.signOut')} onClick={leave}>
        <LogOutIcon aria-hidden />
      </IconButton>
    </div>
  )
}
