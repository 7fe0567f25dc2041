import type { DraftOrderInput } from '@bodega/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyring } from '../orders/keyring.ts'
import { OrderForm, useOrderDraft } from '../orders/order-form.tsx'
import { offerOf } from '../orders/order-outlook.tsx'
import { useStore } from '../store.tsx'
import { FieldRow, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { useLeaveNewQuestion } from '../ui/leaving.tsx'
import { BackLink, Page } from '../ui/page.tsx'
import { useToasts } from '../ui/toasts.tsx'

const contact = { contact_name: '', contact_lastname: '', contact_email: '', contact_phone: '' }
const payments = { unpaid: 'pending', paid: 'paid' } as const
type Payment = keyof typeof payments
const isPayment = (text: string): text is Payment => Object.hasOwn(payments, text)

/** An order that somebody may still think about: it takes no stock until it is confirmed. */
export function NewDraftOrderPage() {
  const { t } = useTranslation()
  const { id, info, client, key } = useStore()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { tell } = useToasts()
  const draft = useOrderDraft()
  const [buyer, setBuyer] = useState(contact)
  const [payment, setPayment] = useState<Payment>('unpaid')
  const [note, setNote] = useState('')
  const [keyOf] = useState(keyring)
  const params = { storeId: String(id) }
  const { products, address, option } = draft
  const input: DraftOrderInput = {
    ...buyer,
    payment_status: payment,
    note: note || null,
    products,
    shipping: { cost: (option && offerOf(option)?.price) ?? null, shipping_address: address },
  }
  const question = useLeaveNewQuestion(input)
  const make = useMutation({
    mutationFn: () => client.draftOrders.create({ body: input, headers: { 'idempotency-key': keyOf(input) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key('draft-orders') })
      tell(t('drafts.made'))
      await navigate({ to: '/admin/$storeId/draft-orders', params, ignoreBlocker: true })
    },
  })
  return (
    <Page
      title={t('drafts.new')}
      back={
        <BackLink to="/admin/$storeId/draft-orders" params={params}>
          {t('nav.draftOrders')}
        </BackLink>
      }
    >
      <OrderForm
        draft={draft}
        input={{ products, shipping_address: { ...address, country: info.country } }}
        buyer={
          <FieldRow>
            <TextField
              label={t('drafts.firstName')}
              required
              maxLength={255}
              value={buyer.contact_name}
              onValue={contact_name => setBuyer({ ...buyer, contact_name })}
            />
            <TextField
              label={t('drafts.lastName')}
              required
              maxLength={255}
              value={buyer.contact_lastname}
              onValue={contact_lastname => setBuyer({ ...buyer, contact_lastname })}
            />
            <TextField
              label={t('account.email')}
              type="email"
              required
              maxLength={255}
              value={buyer.contact_email}
              onValue={contact_email => setBuyer({ ...buyer, contact_email })}
            />
            <TextField
              label={t('customers.phone')}
              type="tel"
              isOptional
              maxLength={255}
              value={buyer.contact_phone}
              onValue={contact_phone => setBuyer({ ...buyer, contact_phone })}
            />
          </FieldRow>
        }
        more={
          <>
            <SelectField
              label={t('orders.paymentLabel')}
              value={payment}
              onValue={value => isPayment(value) && setPayment(value)}
              options={Object.entries(payments).map(([value, name]) => ({
                value,
                text: t(`orders.payment.${name}`),
              }))}
            />
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
