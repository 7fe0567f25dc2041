import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, isMissing } from '../errors.ts'
import { panel, useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note, Refusal } from '../ui/states.tsx'
import { useEnter } from './enter.ts'
import { EmailField, NewPasswordField } from './fields.tsx'
import { AccountFrame, frameStyles as styles } from './frame.tsx'
import { invitationQuery } from './invitation.ts'

/** The token of the invitation that somebody comes from: by it one signs up also where strangers may not. */
const invitationIn = (next = ''): string | undefined => /^\/invitation\?token=(\w+)/.exec(next)?.[1]

export function SignUpPage() {
  const { t } = useTranslation()
  const { sign_up } = useSession()
  const search = useSearch({ from: '/sign-up' })
  const enter = useEnter()
  const [name, setName] = useState('')
  const [typed, setEmail] = useState<string>()
  const [password, setPassword] = useState('')
  const invitation = invitationIn(search.next)
  const invited = useQuery({ ...invitationQuery(invitation ?? ''), enabled: invitation !== undefined })
  const email = typed ?? invited.data?.email ?? ''
  const signUp = useMutation({
    mutationFn: () => panel.accounts.create({ body: { name, email, password, ...(invitation && { invitation }) } }),
    onSuccess: enter,
  })
  const wrong = fieldErrors(signUp.error)
  return (
    <AccountFrame title={t('account.signUp')} lead={t('account.signUpLead')}>
      {sign_up || (invitation && !isMissing(invited.error)) ? (
        <Form className={styles.form} onSend={() => signUp.mutate()}>
          <TextField
            label={t('account.name')}
            autoComplete="name"
            required
            maxLength={100}
            value={name}
            onValue={setName}
            wrong={wrong.name}
          />
          <EmailField value={email} onValue={setEmail} wrong={wrong.email} />
          <NewPasswordField
            label={t('account.password')}
            value={password}
            onValue={setPassword}
            wrong={wrong.password}
          />
          {Object.keys(wrong).length === 0 && <Refusal error={signUp.error} />}
          <Button type="submit" look="main" isBusy={signUp.isPending}>
            {t('account.signUp')}
          </Button>
        </Form>
      ) : (
        <div className={styles.form}>
          <Note>
            <p>{t('account.noSignUp')}</p>
          </Note>
        </div>
      )}
      <div className={styles.links}>
        <Link to="/login" search={search}>
          {t('account.haveAccount')}
        </Link>
      </div>
    </AccountFrame>
  )
}
