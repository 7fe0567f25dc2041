import { localPath } from '@bodega/api/panel'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../errors.ts'
import { panel } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { recall } from '../ui/remembered.ts'
import { Note, Refusal } from '../ui/states.tsx'
import { homeOf, useEnter } from './enter.ts'
import { NewPasswordField } from './fields.tsx'
import { AccountFrame, frameStyles as styles } from './frame.tsx'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const { token = '' } = useSearch({ from: '/reset-password' })
  const enter = useEnter(session => localPath(recall('next')) ?? homeOf(session))
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: () => panel.accounts.reset({ body: { token, password } }),
    onSuccess: enter,
  })
  const wrong = fieldErrors(reset.error)
  return (
    <AccountFrame title={t('account.resetTitle')}>
      <Form className={styles.form} onSend={() => reset.mutate()}>
        <NewPasswordField
          label={t('account.newPassword')}
          value={password}
          onValue={setPassword}
          wrong={wrong.password}
        />
        {wrong.token ? (
          <Note tone="danger">
            <p>{t('account.linkExpired')}</p>
          </Note>
        ) : (
          !wrong.password && <Refusal error={reset.error} />
        )}
        <Button type="submit" look="main" isBusy={reset.isPending}>
          {t('account.savePassword')}
        </Button>
      </Form>
      <div className={styles.links}>
        <Link to="/forgot-password">{t('account.newLink')}</Link>
      </div>
    </AccountFrame>
  )
}
