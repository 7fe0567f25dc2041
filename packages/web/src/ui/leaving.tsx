import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from './dialog.tsx'

interface Way {
  current: { pathname: string }
  next: { pathname: string }
}

/** A place on the same page is no other one. */
const leadsAway = ({ current, next }: Way): boolean => current.pathname !== next.pathname

/**
 * Asks before what was typed is lost by a link or by going back; closing the window, the browser asks. To be rendered, and
 * to be passed by with `ignoreBlocker` where a page leaves by itself.
 */
export function useLeaveQuestion(hasChanges: boolean): ReactNode {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: leadsAway,
    disabled: !hasChanges,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Confirm
      title={t('unsaved')}
      text={t('unsavedText')}
      action={t('discard')}
      onConfirm={async () => proceed()}
      onClose={reset}
    />
  )
}

/** The same where something new is made: all that is not as it was at first is still to be saved. */
export function useLeaveNewQuestion(typed: object): ReactNode {
  const text = JSON.stringify(typed)
  const [first] = useState(text)
  return useLeaveQuestion(text !== first)
}
