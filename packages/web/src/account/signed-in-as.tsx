import { useTranslation } from 'react-i18next'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { frameStyles as styles } from './frame.tsx'
import { useLeave } from './leave.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** On pages without a menu: who this is, and the way out for anybody else. */
export function SignedInAs() {
  const { t } = useTranslation()
  const { account } = useSession()
  const leave = useLeave()
  return (
    <div className={styles.who}>
      <p>{t('account.signedInAs', { email: account?.email })}</p>
      <Button look="quiet" onClick={leave}>
        {t('nav.signOut')}
      </Button>
      <SignInAgain />
    </div>
  )
}
