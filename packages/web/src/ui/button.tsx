import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type Look = 'main' | 'danger' | 'quiet'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Waiting for the server: it cannot be pressed twice. */
  isBusy?: boolean
}

export function Button({ look, isBusy = false, className = '', disabled, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || isBusy}
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
  <a {...props} className={`${styles.button} ${look ? styles[look] : ''} ${className}`}>
    {children}
  </a>
)

/** The same to a page of ours. */
export const ButtonLink = createLink(Anchor)
