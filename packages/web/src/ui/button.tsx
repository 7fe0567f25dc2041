import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

type Look = 'main' | 'danger' | 'quiet'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Waiting for the server: it cannot be pressed twice. It keeps the focus, which one that is disabled would lose. */
  isBusy?: boolean
}

/** The click that a form is sent by, Enter in a field among them. */
const swallow = (event: MouseEvent) => event.preventDefault()

export function Button({ look, isBusy = false, className = '', onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      onClick={isBusy ? swallow : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={`${styles.button} ${look ? styles[look] : ''} ${className}`}
    />
  )
}

interface IconButtonProps extends ButtonProps {
  /** What it does, in words. */
  label: string
  children: ReactNode
}

export function IconButton({ label, children, look = 'quiet', ...props }: IconButtonProps) {
  return (
    <Button {...props} look={look} className={styles.icon} aria-label={label} title={label}>
      {children}
    </Button>
  )
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: Look
}

/** A link that looks like a button, to a page that the server makes by itself. */
export const Anchor = ({ look, className = '', children, ...props }: AnchorProps) => (
  <a {...props} className={`${styles.button} ${look ? styles[look] : ''} ${className} on-screen`}>
    {children}
  </a>
)

/** The same to a page of ours. */
export const ButtonLink = createLink(Anchor)
