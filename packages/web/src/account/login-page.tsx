import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { panel, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Refusal } from '../ui/states.tsx'
import { useEnter } from './enter.ts'
import { AccountFrame, frameStyles as styles } from './frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const { demo, sign_up } = useSession()
  const search = useSearch({ from: '/login' })
  const enter = useEnter()
  return (
    <AccountFrame title={t('account.signIn')} lead={t('account.signInLead')}>
      <SignInForm onSignedIn={enter} />
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
