import type { Order, PaymentStatus } from '@bodega/api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { useToasts } from '../ui/toasts.tsx'

const unpaid: readonly PaymentStatus[] = ['pending', 'authorized', 'partially_paid', 'voided', 'abandoned']

/** Whether somebody may still bring the money. */
export const canBePaid = ({ status, payment_status }: Order): boolean =>
  status !== 'cancelled' && unpaid.includes(payment_status)

export function PayOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const { client, key, price } = useStore()
  const queries = useQueryClient()
  const { tell } = useToasts()
  return (
    <Confirm
      title={t('orders.payTitle', { number: order.number })}
      text={t('orders.payText', { total: price(order.total, order.currency) })}
      action={t('orders.pay')}
      onClose={onClose}
      onConfirm={async () => {
        await client.orders.update({ params: { id: order.id }, body: { status: 'paid' } })
        await queries.invalidateQueries({ queryKey: key('orders') })
        tell(t('orders.nowPaid'))
      }}
    />
  )
}
