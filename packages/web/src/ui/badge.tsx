import type { ReactNode } from 'react'
import styles from './badge.module.css'
import tones from './tones.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${tones[tone]}`}>{children}</span>
}
