import { ApiError } from '@bodega/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel, sessionQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { frameStyles as styles } from './frame.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'

/** Over the page of somebody whose session has ended: nobody reads it, and nothing of it is lost. */
export function SignInAgain() {
  const { data, error } = useQuery({ ...sessionQuery, enabled: false })
  const hasEnded = error instanceof ApiError && error.status === 401
  return hasEnded && data?.account ? <Question email={data.account.email} /> : null
}

function Question({ email }: { email: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const next = useLocation({ select: ({ href }) => href })
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => panel.sessions.signIn({ body: { email, password } }),
    onSuccess: session => queries.setQueryData(sessionQuery.queryKey, session),
  })
  // Also where they have signed in in another tab: what could not be read meanwhile is read now.
  useEffect(() => () => void queries.invalidateQueries(), [queries])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <Dialog title={t('account.ended')} isVeiled>
      <p>{t('account.endedText')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('account.email')}
          type="email"
          autoComplete="username"
          disabled
          value={email}
          onValue={() => {}}
        />
        <TextField
          label={t('account.password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
        />
        <SignInRefusal error={signIn.error} />
        <Button type="submit" look="main" isBusy={signIn.isPending}>
          {t('account.signIn')}
        </Button>
      </form>
      <div className={styles.links}>
        <Link to="/login" search={{ next }}>
          {t('account.otherwise')}
        </Link>
      </div>
    </Dialog>
  )
}
