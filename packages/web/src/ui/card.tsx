import { ArrowRightIcon } from '@nimbus-ds/icons'
import type { ReactNode } from 'react'
import styles from './card.module.css'

interface Props {
  href: string
  icon: ReactNode
  title: string
  text: string
}

/** A card that is one link: the whole of it can be clicked, its title is what is read out. */
export function LinkCard({ href, icon, title, text }: Props) {
  return (
    <li className={styles.card}>
      <span className={styles.icon}>{icon}</span>
      <h3 className={styles.title}>
        <a href={href}>{title}</a>
        <ArrowRightIcon aria-hidden className={styles.arrow} />
      </h3>
      <p className={styles.text}>{text}</p>
      <code className={styles.path}>{href}</code>
    </li>
  )
}
