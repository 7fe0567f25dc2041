import { cancelReasons, type Order } from '@bodega/api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { SelectField, Switch } from '../ui/field.tsx'
import { useToasts } from '../ui/toasts.tsx'

export function CancelOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell } = useToasts()
  const [reason, setReason] = useState<string>('customer')
  const [restock, setRestock] = useState(true)
  return (
    <Confirm
      title={t('orders.cancelTitle', { number: order.number })}
      text={t('orders.cancelText')}
      action={t('orders.cancel')}
      keep={t('orders.keep')}
      onClose={onClose}
      onConfirm={async () => {
        await client.orders.cancel({ params: { id: order.id }, body: { reason, restock } })
        await refresh('orders')
        tell(t('orders.cancelled'))
      }}
    >
      <SelectField
        label={t('orders.reason')}
        value={reason}
        onValue={setReason}
        options={cancelReasons.map(value => ({ value, text: t(`orders.reasons.${value}`) }))}
      />
      <Switch label={t('orders.restock')} hint={t('orders.restockHint')} isOn={restock} onSwitch={setRestock} />
    </Confirm>
  )
}
