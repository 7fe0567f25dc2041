import { CheckCircleIcon, CloseIcon, ExclamationTriangleIcon } from '@nimbus-ds/icons'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { describeError } from '../errors.ts'
import styles from './toasts.module.css'

interface Toast {
  id: number
  text: string
  isFailure: boolean
  undo?: (() => Promise<unknown>) | undefined
}

interface Toasts {
  /** What was done, with a way back where there is one. */
  tell(text: string, undo?: () => Promise<unknown>): void
  tellError(error: unknown): void
  /** That something did not work, in words that are better than those of its error. */
  tellFailure(text: string): void
  /** A dialog that covers the page: until it is taken back, what is told stands in it, within sight and reach. */
  standIn(dialog: Element): () => void
}

const Context = createContext<Toasts | undefined>(undefined)

export function useToasts(): Toasts {
  const toasts = useContext(Context)
  if (!toasts) throw new Error('there is no ToastProvider above')
  return toasts
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Toast[]>([])
  const [dialogs, setDialogs] = useState<Element[]>([])
  const made = useRef(0)
  const add = useCallback((toast: Omit<Toast, 'id'>) => {
    made.current += 1
    const id = made.current
    // A failure that is said already is not said beside itself: a cell is sent by Enter, and again where a dialog takes the focus.
    const isSaid = ({ text, isFailure }: Toast) => isFailure && toast.isFailure && text === toast.text
    setShown(others => [...others.filter(other => !isSaid(other)).slice(-2), { ...toast, id }])
  }, [])
  const close = useCallback((id: number) => setShown(toasts => toasts.filter(toast => toast.id !== id)), [])
  const standIn = useCallback((dialog: Element) => {
    setDialogs(others => [...others, dialog])
    return () => setDialogs(all => all.filter(one => one !== dialog))
  }, [])
  const toasts = useMemo<Toasts>(
    () => ({
      tell: (text, undo) => add({ text, undo, isFailure: false }),
      tellError: error => add({ text: describeError(error, t), isFailure: true }),
      tellFailure: text => add({ text, isFailure: true }),
      standIn,
    }),
    [add, standIn, t],
  )
  const undo = async (toast: Toast) => {
    close(toast.id)
    try {
      await toast.undo?.()
      toasts.tell(t('undone'))
    } catch (error) {
      toasts.tellError(error)
    }
  }
  return (
    <Context value={toasts}>
      {children}
      {createPortal(
        <div className={styles.toasts} role="status" aria-live="polite">
          {shown.map(toast => (
            <Shown key={toast.id} toast={toast} close={close} undo={undo} />
          ))}
        </div>,
        dialogs.at(-1) ?? document.body,
      )}
    </Context>
  )
}

interface ShownProps {
  toast: Toast
  close: (id: number) => void
  undo: (toast: Toast) => Promise<void>
}

/** Long enough to read, and to change one's mind. */
const stay = 8_000

function Shown({ toast, close, undo }: ShownProps) {
  const { t } = useTranslation()
  const { id, text, isFailure } = toast
  const [isHeld, setHeld] = useState(false)
  // What went wrong stays until somebody has read it, and everything while the pointer or the keyboard is at it.
  const stays = isFailure || isHeld
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => close(id), stay)
    return () => clearTimeout(timer)
  }, [id, close, stays])
  const Icon = isFailure ? ExclamationTriangleIcon : CheckCircleIcon
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it, it only waits for what is in it
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <span>{text}</span>
      {toast.undo && (
        <button type="button" onClick={() => undo(toast)}>
          {t('undo')}
        </button>
      )}
      <button type="button" aria-label={t('close')} onClick={() => close(id)}>
        <CloseIcon aria-hidden size={12} />
      </button>
    </div>
  )
}
