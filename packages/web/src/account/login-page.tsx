import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Refusal } from '../ui/states.tsx'
import { useEnter } from './enter.ts'
import { AccountFrame, frameStyles as styles } from './frame.tsx'
import { SignInRefusal } from './sign-in-refusal.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const { demo, sign_up } = useSession()
  const search = useSearch({ from: '/login' })
  const enter = useEnter()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => panel.sessions.signIn({ body: { email, password } }),
    onSuccess: enter,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <AccountFrame title={t('account.signIn')} lead={t('account.signInLead')}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('account.email')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onValue={setEmail}
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
        <Link to="/forgot-password" search={search}>
          {t('account.forgot')}
        </Link>
        {sign_up && (
          <Link to="/sign-up" search={search}>
            {t('account.signUp')}
          </Link>
        )}
      </div>
      {demo && <Demo />}
    </AccountFrame>
  )
}

/** One click, where there is a demo store. */
function Demo() {
  const { t } = useTranslation()
  return (
    <div className={styles.demo}>
      <p>{t('account.demo')}</p>
      <DemoButton as="owner" home="/admin" text={t('account.asOwner')} />
      <DemoButton as="partner" home="/partner" text={t('account.asPartner')} />
    </div>
  )
}

function DemoButton({ as, home, text }: { as: 'owner' | 'partner'; home: string; text: string }) {
  const enter = useEnter(() => home)
  const signIn = useMutation({
    mutationFn: () => panel.sessions.signInToDemo({ body: { as } }),
    onSuccess: enter,
  })
  return (
    <>
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        {text}
      </Button>
      <Refusal error={signIn.error} />
    </>
  )
}
