import { ApiError } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, sessionQuery } from '../session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { frameStyles as styles } from './frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page of somebody whose session has ended: nobody reads it, and nothing of it is lost. */
export function SignInAgain() {
  const { data, error } = useQuery({ ...sessionQuery, enabled: false })
  const hasEnded = error instanceof ApiError && error.status === 401
  return hasEnded && data?.account ? <Question email={data.account.email} /> : null
}

function Question({ email }: { email: string }) {
  const { t } = useTranslation()
  const next = useLocation({ select: ({ href }) => href })
  // Also where they have signed in in another tab: what could not be read meanwhile is read now.
  useEffect(() => () => void queries.invalidateQueries(), [])
  return (
    <Dialog title={t('account.ended')} isVeiled>
      <p>{t('account.endedText')}</p>
      <SignInForm known={email} onSignedIn={session => queries.setQueryData(sessionQuery.queryKey, session)} />
      <div className={styles.links}>
        <Link to="/login" search={{ next }}>
          {t('account.otherwise')}
        </Link>
      </div>
    </Dialog>
  )
}
