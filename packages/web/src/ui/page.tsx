import { ChevronLeftIcon } from '@nimbus-ds/icons'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type ReactNode, useEffect, useId } from 'react'
import styles from './page.module.css'

interface PageProps {
  title: string
  /** Stands beside the title: a state, for example. */
  beside?: ReactNode
  lead?: ReactNode
  back?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The frame of a page: its title, what can be done on it, and what it shows. */
export function Page({ title, beside, lead, back, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Bodega`
  }, [title])
  return (
    <div className={styles.page}>
      {back}
      <header className={styles.header}>
        <div>
          <h1>
            {title}
            {beside}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export const BackLink = createLink(({ children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...props} className={`${styles.back} on-screen`}>
    <ChevronLeftIcon aria-hidden size={14} />
    {children}
  </a>
))

interface PanelProps {
  title?: string
  lead?: ReactNode
  actions?: ReactNode
  /** What it holds reaches its edges: tables and lists. */
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, lead, actions, isFlush = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <div className={styles.panelHead}>
          <h2 id={id}>{title}</h2>
          {actions}
          {lead && <p>{lead}</p>}
        </div>
      )}
      <div className={isFlush ? (title ? styles.flush : '') : styles.panelBody}>{children}</div>
    </section>
  )
}

/** What matters most on the left, the rest on the right; one below the other where there is no room. */
export function Columns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div>{main}</div>
      <div>{aside}</div>
    </div>
  )
}

/** Stays in sight at the bottom while a form is longer than the screen. */
export function SaveBar({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <div className={styles.saveBar}>
      {note && <p>{note}</p>}
      {children}
    </div>
  )
}
