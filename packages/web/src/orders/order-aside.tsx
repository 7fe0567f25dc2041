import type { Order } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveOver } from '../meanwhile.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { TextArea } from '../ui/field.tsx'
import { useLeaveQuestion } from '../ui/leaving.tsx'
import { Panel } from '../ui/page.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './order-page.module.css'
import { line, told } from './told.ts'

interface Amounts {
  subtotal: string
  discount: string
  shipping: string | undefined
  total: string
  currency?: string
}

export function AmountList({ subtotal, discount, shipping, total, currency }: Amounts) {
  const { t } = useTranslation()
  const { price } = useStore()
  const say = (amount: string | undefined) => price(amount, currency)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('orders.subtotal')}</dt>
        <dd>{say(subtotal)}</dd>
      </div>
      {Number(discount) > 0 && (
        <div>
          <dt>{t('orders.discount')}</dt>
          <dd>−{say(discount)}</dd>
        </div>
      )}
      <div>
        <dt>{t('orders.shippingCost')}</dt>
        <dd>{say(shipping)}</dd>
      </div>
      <div data-total="true">
        <dt>{t('orders.total')}</dt>
        <dd>{say(total)}</dd>
      </div>
    </dl>
  )
}

export function Totals({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { subtotal, discount, shipping_cost_customer, total, currency, gateway_name } = order
  return (
    <Panel title={t('orders.summary')}>
      <AmountList {...{ subtotal, discount, shipping: shipping_cost_customer, total, currency }} />
      {gateway_name && <p className={styles.quiet}>{gateway_name}</p>}
    </Panel>
  )
}

export function Buyer({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { contact_name, contact_email, contact_phone, contact_identification, shipping_address: address } = order
  return (
    <Panel title={t('orders.buyer')}>
      <Lines texts={[contact_name, contact_email, contact_phone, contact_identification].map(told)} />
      {address && (
        <Lines
          texts={[
            // Whoever receives it may be somebody else than who bought it.
            address.name !== contact_name && told(address.name),
            line([address.address, address.number, address.floor]),
            line([address.zipcode, address.locality, address.city]),
            line([address.province, address.country], ', '),
            told(address.customs?.between_streets),
            told(address.customs?.reference),
          ]}
        />
      )}
    </Panel>
  )
}

function Lines({ texts }: { texts: readonly (string | false)[] }) {
  const said = texts.filter(Boolean).join('\n')
  return said && <p className={`${styles.plain} ${styles.note}`}>{said}</p>
}

const noteOf = ({ owner_note }: Order) => ({ owner_note: owner_note ?? '' })

export function Notes({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell, tellError } = useToasts()
  const { draft, change, changesTo, hasChanges, settle } = useDraft(noteOf(order), typed => typed)
  const question = useLeaveQuestion(hasChanges)
  const save = useMutation({
    mutationFn: () =>
      saveOver(
        () => client.orders.get({ params: { id: order.id } }),
        (now, headers) => client.orders.update({ params: { id: order.id }, headers, body: changesTo(noteOf(now)) }),
      ),
    onSuccess: async () => {
      await refresh('orders')
      tell(t('saved'))
    },
    onError: tellError,
  })
  return (
    <div className={order.note ? '' : 'on-screen'}>
      <Panel title={t('orders.notes')}>
        {order.note && <p className={`${styles.plain} ${styles.note}`}>“{order.note}”</p>}
        {/* The paper may go with the parcel. */}
        <div className="on-screen">
          <TextArea
            label={t('orders.ownerNote')}
            hint={t('orders.ownerNoteHint')}
            maxLength={5000}
            value={draft.owner_note}
            onValue={owner_note => change({ owner_note })}
          />
        </div>
        {hasChanges && (
          <div>
            <Button isBusy={save.isPending} onClick={() => save.mutate(undefined, { onSuccess: () => settle(draft) })}>
              {t('save')}
            </Button>
          </div>
        )}
        {question}
      </Panel>
    </div>
  )
}
