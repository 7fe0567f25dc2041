import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field.tsx'

interface Props {
  value: string
  onValue: (value: string) => void
  wrong?: readonly string[] | undefined
}

/** The address that an account is known by. */
export function EmailField({ disabled = false, ...field }: Props & { disabled?: boolean }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('account.email')}
      type="email"
      autoComplete="username"
      required
      disabled={disabled}
      {...field}
    />
  )
}

export function NewPasswordField({ label, ...field }: Props & { label: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      required
      minLength={8}
      hint={t('account.passwordHint')}
      {...field}
    />
  )
}
