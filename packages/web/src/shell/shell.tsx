import { LogOutIcon, MenuIcon } from '@nimbus-ds/icons'
import { Link, Outlet } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeave } from '../account/leave.ts'
import { SignInAgain } from '../account/sign-in-again.tsx'
import { initialOf } from '../format.ts'
import { useSession } from '../session.ts'
import { IconButton } from '../ui/button.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Mark } from '../ui/mark.tsx'
import { useModal } from '../ui/modal.ts'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import styles from './shell.module.css'

interface Props {
  /** Stands at the top of a phone. */
  title: string
  /** What all of this is, for those who do not see it. */
  label: string
  /** Above the links: what they are about, and how to change that. */
  above?: ReactNode
  links: ReactNode
  /** Above every page: what concerns all of them. */
  notice?: ReactNode
  /** Those within reach of the thumb on a phone; the rest is behind "more". */
  shortcuts: ReactNode
}

/** All that surrounds the pages: on the side where there is room, else above and below them. */
export function Shell({ title, label, above, links, notice, shortcuts }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const side = <Side {...{ label, above, links }} />
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <header className={styles.topBar}>
        <Mark size={28} />
        <span>{title}</span>
        <IconButton label={t('nav.menu')} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden size={20} />
        </IconButton>
      </header>
      <aside className={styles.side} aria-label={label}>
        {side}
      </aside>
      <main id="content" tabIndex={-1} className={styles.main}>
        {notice && <div className={styles.notice}>{notice}</div>}
        <Outlet />
      </main>
      <nav className={styles.bottomBar} aria-label={t('nav.shortcuts')}>
        {shortcuts}
        <button type="button" onClick={() => setOpen(true)}>
          <MenuIcon aria-hidden size={20} />
          {t('nav.more')}
        </button>
      </nav>
      {isOpen && <Drawer onClose={() => setOpen(false)}>{side}</Drawer>}
      <SignInAgain />
    </div>
  )
}

function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  const dialog = useModal()
  /** A click beside it, or on a link in it. */
  const isLeaving = (target: EventTarget) =>
    target === dialog.current || (target instanceof Element && target.closest('a') !== null)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click beside it does the same for the thumb
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('nav.menu')}
      onClick={event => isLeaving(event.target) && onClose()}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <div>{children}</div>
    </dialog>
  )
}

function Side({ label, above, links }: Pick<Props, 'label' | 'above' | 'links'>) {
  return (
    <>
      <Link to="/" className={styles.brand}>
        <Mark size={28} />
        Bodega
      </Link>
      {above}
      <nav className={styles.nav} aria-label={label}>
        {links}
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

function Account() {
  const { t } = useTranslation()
  const { account } = useSession()
  const leave = useLeave()
  return (
    <div className={styles.account}>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(account?.name ?? '')}
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

export { styles as shellStyles }
