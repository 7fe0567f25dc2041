import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isMissing } from '../errors.ts'
import { inLanguage } from '../format.ts'
import { forgetSession, panel, signOut, useSession } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Loaded, Note, Refusal } from '../ui/states.tsx'
import { useEnter } from './enter.ts'
import { AccountFrame, frameStyles as styles } from './frame.tsx'
import { invitationQuery } from './invitation.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** Where the link of an invitation to a store leads. */
export function InvitationPage() {
  const { t, i18n } = useTranslation()
  const { token = '' } = useSearch({ from: '/invitation' })
  const { account } = useSession()
  const enter = useEnter(() => `/admin/${invitation.data?.store.id}`)
  const accept = useMutation({
    mutationFn: () => panel.invitations.accept({ body: { token } }),
    onSuccess: enter,
  })
  const leave = useMutation({ mutationFn: signOut, onSuccess: forgetSession })
  // Once it is accepted there is none any more, and asked again it would say so while the store is on its way.
  const invitation = useQuery({ ...invitationQuery(token), enabled: accept.isIdle || accept.isError })
  if ([invitation.error, accept.error].some(isMissing)) return <Over isSignedIn={account !== null} />
  const next = `/invitation?token=${encodeURIComponent(token)}`
  return (
    <AccountFrame title={t('account.invitation')}>
      <div className={styles.form}>
        <Loaded query={invitation}>
          {({ store, role }) => (
            <>
              <p className={styles.lead}>
                {t('account.invited', { store: inLanguage(store.name, i18n.language), role: t(`roles.${role}`) })}
              </p>
              {account ? (
                // The link may have come to another address than that of whoever is signed in.
                <>
                  <p>{t('account.signedInAs', { email: account.email })}</p>
                  <Refusal error={accept.error ?? leave.error} />
                  <Button look="main" isBusy={accept.isPending} onClick={() => accept.mutate()}>
                    {t('account.accept')}
                  </Button>
                  <Button isBusy={leave.isPending} onClick={() => leave.mutate()}>
                    {t('account.notMe')}
                  </Button>
                  <SignInAgain />
                </>
              ) : (
                <>
                  <ButtonLink to="/login" search={{ next }} look="main">
                    {t('account.signIn')}
                  </ButtonLink>
                  <ButtonLink to="/sign-up" search={{ next }}>
                    {t('account.signUp')}
                  </ButtonLink>
                </>
              )}
            </>
          )}
        </Loaded>
      </div>
    </AccountFrame>
  )
}

/** To try again would not bring it back: who may have accepted it already goes on, everybody else asks for a new one. */
function Over({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation()
  return (
    <AccountFrame title={t('account.invitationOver')}>
      <div className={styles.form}>
        <Note tone="warning">
          <p>{t('account.invitationOverText')}</p>
        </Note>
        <ButtonLink to="/login">{t(isSignedIn ? 'errors.home' : 'account.signIn')}</ButtonLink>
      </div>
    </AccountFrame>
  )
}
