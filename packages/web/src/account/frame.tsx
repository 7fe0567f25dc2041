import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Mark } from '../ui/mark.tsx'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import styles from './frame.module.css'

interface Props {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The frame of the pages before and around signing in: one card, one thing to do. */
export function AccountFrame({ title, lead, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Bodega`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/">
          <Mark size={28} />
          Bodega
        </Link>
        <LanguageChoice />
        <ThemeChoice />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </main>
    </div>
  )
}

export { styles as frameStyles }
