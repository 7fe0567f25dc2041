import type { DraftOrderInput } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToList } from '../admin/to-list.tsx'
import { useFinished } from '../finished.ts'
import { PaidField, ReachFields } from '../orders/buyer-fields.tsx'
import { keyring } from '../orders/keyring.ts'
import { OrderForm, useOrderDraft } from '../orders/order-form.tsx'
import { offerOf } from '../orders/order-outlook.tsx'
import { useStore } from '../store.tsx'
import { FieldRow, TextArea, TextField } from '../ui/field.tsx'
import { useLeaveNewQuestion } from '../ui/leaving.tsx'
import { Page } from '../ui/page.tsx'

const contact = { name: '', lastname: '', email: '', phone: '' }

/** An order that somebody may still think about: it takes no stock until it is confirmed. */
export function NewDraftOrderPage() {
  const { t } = useTranslation()
  const { id, info, client } = useStore()
  const finished = useFinished()
  const draft = useOrderDraft()
  const [buyer, setBuyer] = useState(contact)
  const [isPaid, setPaid] = useState(false)
  const [note, setNote] = useState('')
  const [keyOf] = useState(keyring)
  const { products, address, option } = draft
  const input: DraftOrderInput = {
    contact_name: buyer.name,
    contact_lastname: buyer.lastname,
    contact_email: buyer.email,
    contact_phone: buyer.phone,
    payment_status: isPaid ? 'paid' : 'unpaid',
    note: note || null,
    products,
    shipping: { cost: (option && offerOf(option)?.price) ?? null, shipping_address: address },
  }
  const question = useLeaveNewQuestion(input)
  const make = useMutation({
    mutationFn: () => client.draftOrders.create({ body: input, headers: { 'idempotency-key': keyOf(input) } }),
    onSuccess: () =>
      finished('draft-orders', t('drafts.made'), {
        to: '/admin/$storeId/draft-orders',
        params: { storeId: String(id) },
      }),
  })
  return (
    <Page title={t('drafts.new')} back={<ToList list="/admin/$storeId/draft-orders" />}>
      <OrderForm
        draft={draft}
        input={{ products, shipping_address: { ...address, country: info.country } }}
        buyer={
          <FieldRow>
            <TextField
              label={t('drafts.firstName')}
              required
              maxLength={255}
              value={buyer.name}
              onValue={name => setBuyer({ ...buyer, name })}
            />
            <TextField
              label={t('drafts.lastName')}
              required
              maxLength={255}
              value={buyer.lastname}
              onValue={lastname => setBuyer({ ...buyer, lastname })}
            />
            <ReachFields buyer={buyer} onBuyer={setBuyer} />
          </FieldRow>
        }
        more={
          <>
            <PaidField isPaid={isPaid} onPaid={setPaid} />
            <TextArea label={t('orders.notes')} isOptional maxLength={5000} value={note} onValue={setNote} />
          </>
        }
        save={make}
        action={t('drafts.make')}
      />
      {question}
    </Page>
  )
}
