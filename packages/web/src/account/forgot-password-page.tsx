import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { remember } from '../ui/remembered.ts'
import { Note, Refusal } from '../ui/states.tsx'
import { EmailField } from './fields.tsx'
import { AccountFrame, frameStyles as styles } from './frame.tsx'

export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/forgot-password' })
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => panel.accounts.askReset({ body: { email } }),
    // The link in the mail does not know where the person was going.
    onSuccess: () => remember('next', search.next ?? ''),
  })
  return (
    <AccountFrame title={t('account.forgotTitle')} lead={t('account.forgotLead')}>
      {ask.isSuccess ? (
        <div className={styles.form} role="status">
          <Note tone="success">
            <p>{t('account.forgotDone', { email })}</p>
          </Note>
        </div>
      ) : (
        <Form className={styles.form} onSend={() => ask.mutate()}>
          <EmailField value={email} onValue={setEmail} />
          <Refusal error={ask.error} />
          <Button type="submit" look="main" isBusy={ask.isPending}>
            {t('account.sendLink')}
          </Button>
        </Form>
      )}
      <div className={styles.links}>
        <Link to="/login" search={search}>
          {t('account.backToSignIn')}
        </Link>
      </div>
    </AccountFrame>
  )
}
