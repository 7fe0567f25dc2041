import { useTranslation } from 'react-i18next'
import { SelectField, TextField } from '../ui/field.tsx'

interface Reach {
  email: string
  phone: string
}

/** How to reach the buyer of an order by hand. */
export function ReachFields<B extends Reach>({ buyer, onBuyer }: { buyer: B; onBuyer: (buyer: B) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('account.email')}
        type="email"
        required
        maxLength={255}
        value={buyer.email}
        onValue={email => onBuyer({ ...buyer, email })}
      />
      <TextField
        label={t('customers.phone')}
        type="tel"
        isOptional
        maxLength={255}
        value={buyer.phone}
        onValue={phone => onBuyer({ ...buyer, phone })}
      />
    </>
  )
}

/** Whether an order by hand is paid already. */
export function PaidField({ isPaid, onPaid }: { isPaid: boolean; onPaid: (isPaid: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('orders.paymentLabel')}
      value={isPaid ? 'paid' : 'pending'}
      onValue={value => onPaid(value === 'paid')}
      options={(['pending', 'paid'] as const).map(value => ({ value, text: t(`orders.payment.${value}`) }))}
    />
  )
}
