import { ApiError } from '@bodega/api'
import type { Session } from '@bodega/api/panel'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { panel } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Note, Refusal } from '../ui/states.tsx'
import { EmailField } from './fields.tsx'
import { frameStyles as styles } from './frame.tsx'

interface Props {
  /** Where it is known who signs in, nobody else does. */
  known?: string
  onSignedIn(session: Session): unknown
}

export function SignInForm({ known, onSignedIn }: Props) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => panel.sessions.signIn({ body: { email, password } }),
    onSuccess: onSignedIn,
  })
  const isWrong = signIn.error instanceof ApiError && signIn.error.status === 401
  return (
    <Form className={styles.form} onSend={() => signIn.mutate()}>
      <EmailField disabled={known !== undefined} value={email} onValue={setEmail} />
      <TextField
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={setPassword}
      />
      {isWrong ? (
        <Note tone="danger">
          <p>{t('account.wrong')}</p>
        </Note>
      ) : (
        <Refusal error={signIn.error} />
      )}
      <Button type="submit" look="main" isBusy={signIn.isPending}>
        {t('account.signIn')}
      </Button>
    </Form>
  )
}
