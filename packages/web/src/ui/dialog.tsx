import { CloseIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { Form } from './form.tsx'
import { useModal } from './modal.ts'
import { Refusal } from './states.tsx'

interface DialogProps {
  title: string
  /** Without it, only what stands in it closes it: what would be lost with it must not go by a slip. */
  onClose?: (() => void) | undefined
  isWide?: boolean
  /** Nothing of the page is seen behind it. */
  isVeiled?: boolean
  children: ReactNode
}

/** Escape closes it. */
export function Dialog({ title, onClose, isWide = false, isVeiled = false, children }: DialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useModal()
  // A browser asks once whether it may be cancelled, and closes at the second Escape without asking: it must not hear it,
  // wherever the focus is.
  const isHeld = onClose === undefined
  useEffect(() => {
    if (!isHeld) return
    const hold = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    document.addEventListener('keydown', hold)
    return () => document.removeEventListener('keydown', hold)
  }, [isHeld])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${isWide ? styles.wide : ''} ${isVeiled ? styles.veiled : ''}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={id} className={styles.head}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      {/* Behind the rest, which is what the focus begins with. */}
      {onClose && (
        <div className={styles.close}>
          <IconButton label={t('close')} onClick={onClose}>
            <CloseIcon aria-hidden />
          </IconButton>
        </div>
      )}
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface FormDialogProps {
  title: string
  /** What happens when it is sent, as a verb. */
  action: string
  save: { mutate: () => void; error: unknown; isPending: boolean }
  onClose: () => void
  /** Why the last attempt failed, where that can be said in better words. */
  refusal?: ReactNode
  /** Whether there is anything to be sent. */
  isReady?: boolean
  isWide?: boolean
  children: ReactNode
}

/** Stays open until the server has answered: with the reason where it refuses. */
export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation()
  const { title, action, save, onClose, refusal, isReady = true, isWide = false, children } = props
  return (
    <Dialog title={title} onClose={save.isPending ? undefined : onClose} isWide={isWide}>
      <Form className="stacked" onSend={() => save.mutate()}>
        {children}
        {refusal ?? <Refusal error={save.error} />}
        <DialogActions>
          <Button disabled={save.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" look="main" isBusy={save.isPending} disabled={!isReady}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

interface ConfirmProps {
  title: string
  text: string
  /** What happens then, as a verb. */
  action: string
  look?: 'danger' | 'main'
  /** What closes it, where "cancel" could be taken for what is asked about. */
  keep?: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Asks before what cannot be taken back, and stays open until the server has answered: with the reason where it refuses. */
export function Confirm(props: ConfirmProps) {
  const { t } = useTranslation()
  const { title, text, action, look = 'danger', keep = t('cancel'), onConfirm, onClose, children } = props
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Dialog title={title} onClose={confirm.isPending ? undefined : onClose}>
      <p>{text}</p>
      {children}
      <Refusal error={confirm.error} />
      <DialogActions>
        <Button disabled={confirm.isPending} onClick={onClose}>
          {keep}
        </Button>
        <Button look={look} isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface DeleteProps {
  title: string
  text: string
  onDelete: () => Promise<unknown>
}

/** Deletes the thing that the page is about, after a question. */
export function DeleteButton({ title, text, onDelete }: DeleteProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {t('delete')}
      </Button>
      {isAsked && (
        <Confirm title={title} text={text} action={t('delete')} onClose={() => setAsked(false)} onConfirm={onDelete} />
      )}
    </>
  )
}
