import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '../format.ts'
import { panel, useSession } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Loaded, Refusal } from '../ui/states.tsx'
import { useEnter } from './enter.ts'
import { AccountFrame, frameStyles as styles } from './frame.tsx'
import { invitationQuery } from './invitation.ts'

/** Where the link of an invitation to a store leads. */
export function InvitationPage() {
  const { t, i18n } = useTranslation()
  const { token = '' } = useSearch({ from: '/invitation' })
  const { account } = useSession()
  const enter = useEnter()
  const invitation = useQuery(invitationQuery(token))
  const accept = useMutation({
    mutationFn: () => panel.invitations.accept({ body: { token } }),
    onSuccess: enter,
  })
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
              <Refusal error={accept.error} />
              {account ? (
                <Button look="main" isBusy={accept.isPending} onClick={() => accept.mutate()}>
                  {t('account.accept')}
                </Button>
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
