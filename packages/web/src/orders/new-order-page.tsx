import type { OrderInput } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useFinished } from '../finished.ts'
import { useStore } from '../store.tsx'
import { FieldRow, TextArea, TextField } from '../ui/field.tsx'
import { useLeaveNewQuestion } from '../ui/leaving.tsx'
import { Page } from '../ui/page.tsx'
import { PaidField, ReachFields } from './buyer-fields.tsx'
import { keyring } from './keyring.ts'
import { isOutdated } from './missing.tsx'
import { OrderForm, useOrderDraft } from './order-form.tsx'

const contact = { name: '', email: '', phone: '' }

/** An order by hand. What it would become is shown while it is being written. */
export function NewOrderPage() {
  const { t } = useTranslation()
  const { id, info, client, refresh } = useStore()
  const finished = useFinished()
  const draft = useOrderDraft()
  const [customer, setCustomer] = useState(contact)
  const [isPaid, setPaid] = useState(false)
  const [note, setNote] = useState('')
  const [keyOf] = useState(keyring)
  const { products, address, option } = draft
  const input: OrderInput = {
    products,
    customer,
    shipping_address: { ...address, name: customer.name, country: info.country, phone: customer.phone || null },
    payment_status: isPaid ? 'paid' : 'pending',
    owner_note: note || null,
    ...(option
      ? { quote_id: option.quote.quote_id, shipping: option.shipping, shipping_option_code: option.code }
      : // It has an address to go to; nothing said would mean that it is picked up.
        { shipping_pickup_type: 'ship' as const }),
  }
  const question = useLeaveNewQuestion(input)
  const place = useMutation({
    mutationFn: () => client.orders.create({ body: input, headers: { 'idempotency-key': keyOf(input) } }),
    onSuccess: order =>
      finished('orders', t('orders.placed', { number: order.number }), {
        to: '/admin/$storeId/orders/$orderId',
        params: { storeId: String(id), orderId: String(order.id) },
      }),
    onError: async error => {
      if (!isOutdated(error)) return
      await refresh('orders', 'preview')
      await refresh('quotes')
    },
  })
  return (
    <Page title={t('orders.new')} back={<ToList list="/admin/$storeId/orders" />}>
      <OrderForm
        draft={draft}
        input={input}
        isAddressRequired
        buyer={
          <FieldRow>
            <TextField
              label={t('customers.name')}
              required
              maxLength={255}
              value={customer.name}
              onValue={name => setCustomer({ ...customer, name })}
            />
            <ReachFields buyer={customer} onBuyer={setCustomer} />
          </FieldRow>
        }
        more={
          <>
            <PaidField isPaid={isPaid} onPaid={setPaid} />
            <TextArea
              label={t('orders.ownerNote')}
              hint={t('orders.ownerNoteHint')}
              isOptional
              maxLength={5000}
              value={note}
              onValue={setNote}
            />
          </>
        }
        save={place}
        action={t('orders.place')}
      />
      {question}
    </Page>
  )
}
