import { decimal, type Order, type PaymentStatus, type Transaction, type TransactionStatus, units } from '@bodega/api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile, saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './order-page.module.css'

const settled: readonly PaymentStatus[] = ['paid', 'partially_refunded', 'refunded']

export const canBePaid = ({ status, payment_status }: Order): boolean =>
  status !== 'cancelled' && !settled.includes(payment_status)

const cents = (amount: string | null): bigint => units(amount ?? '0', 2) ?? 0n

const restOf = ({ total, total_paid_by_customer }: Order): string =>
  decimal(cents(total) - cents(total_paid_by_customer), 2)

/** Notes that the rest was received: without an app, nobody else could tell. */
export function PayOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const { client, refresh, price } = useStore()
  const { tell } = useToasts()
  const rest = restOf(order)
  return (
    <Confirm
      title={t('orders.payTitle', { number: order.number })}
      text={t('orders.payText', { amount: price(rest, order.currency) })}
      action={t('orders.pay')}
      look="main"
      onClose={onClose}
      onConfirm={async () => {
        const params = { id: order.id }
        try {
          await saveOver(
            () => client.orders.get({ params }),
            async (now, headers) => {
              if (restOf(now) !== rest) throw new ChangedMeanwhile({ rest: price(restOf(now), now.currency) })
              return client.orders.update({ params, headers, body: { status: 'paid' } })
            },
          )
        } finally {
          // Who was refused sees then what it is about by now.
          await refresh('orders')
        }
        tell(t('orders.paid'))
      }}
    />
  )
}

const tones: Record<TransactionStatus, Tone> = {
  pending: 'warning',
  in_fraud_analysis: 'warning',
  needs_merchant_review: 'warning',
  authorized: 'info',
  paid: 'success',
  partially_refunded: 'neutral',
  refunded: 'neutral',
  voided: 'neutral',
  expired: 'neutral',
  failed: 'danger',
}

/** What the apps that process payments have told. */
export function Payments({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { client, key } = useStore()
  const payments = useQuery({
    queryKey: key('orders', order.id, 'transactions'),
    queryFn: () => client.transactions.list({ params: { order_id: order.id } }),
  })
  if (!payments.isError && !payments.data?.length) return null
  return (
    <Panel title={t('orders.payments')}>
      <Loaded query={payments}>
        {found => (
          <ul className={styles.lines}>
            {found.map(payment => (
              <Line key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

const methods = [
  'credit_card',
  'debit_card',
  'boleto',
  'pix',
  'ticket',
  'bank_debit',
  'wire_transfer',
  'cash',
  'wallet',
] as const

function Line({ payment }: { payment: Transaction }) {
  const { t } = useTranslation()
  const { price, time } = useStore()
  const { payment_method, info, status, events, captured_amount, authorized_amount, refunded_amount } = payment
  const method = methods.find(name => name === payment_method.type)
  const amount = captured_amount ?? authorized_amount ?? events[0]?.amount
  const digits = info.card?.last_digits
  return (
    <li>
      <div className={styles.what}>
        {method ? t(`orders.methods.${method}`) : payment_method.type.replaceAll('_', ' ')}
        {digits && ` ···· ${digits}`}
        <small>{time(payment.created_at)}</small>
        {refunded_amount && cents(refunded_amount.value) > 0n && (
          <small>{t('orders.refundedOf', { amount: price(refunded_amount.value, refunded_amount.currency) })}</small>
        )}
        {info.external_url && (
          <small>
            <a href={info.external_url} rel="noopener noreferrer" target="_blank">
              {info.external_id || info.external_url}
            </a>
          </small>
        )}
      </div>
      <div className={styles.sum}>
        {price(amount?.value, amount?.currency)}
        <Badge tone={tones[status]}>{t(`orders.transaction.${status}`)}</Badge>
      </div>
    </li>
  )
}
