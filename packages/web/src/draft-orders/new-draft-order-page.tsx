import type { DraftOrderInput, ShippingQuote } from '@bodega/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DestinationFields, destination } from '../orders/destination-fields.tsx'
import { type Line, OrderLines, withPicked } from '../orders/order-lines.tsx'
import { OrderOutlook } from '../orders/order-outlook.tsx'
import { VariantPicker } from '../products/variant-picker.tsx'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { FieldRow, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { BackLink, Columns, Page, Panel } from '../ui/page.tsx'
import { Refusal } from '../ui/states.tsx'
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
  const [lines, setLines] = useState<Line[]>([])
  const [buyer, setBuyer] = useState(contact)
  const [address, setAddress] = useState(destination)
  const [payment, setPayment] = useState<Payment>('unpaid')
  const [note, setNote] = useState('')
  const [option, setOption] = useState<{ quote: ShippingQuote; code: string; shipping: string }>()
  const params = { storeId: String(id) }
  const products = lines.map(({ variant, quantity }) => ({ variant_id: variant.id, quantity }))
  const chosen = option?.quote.options.find(
    ({ code, shipping }) => code === option.code && shipping === option.shipping,
  )
  const input: DraftOrderInput = {
    ...buyer,
    payment_status: payment,
    note: note || null,
    products,
    shipping: { cost: chosen?.price ?? null, shipping_address: address },
  }
  const make = useMutation({
    mutationFn: () => client.draftOrders.create({ body: input }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key('draft-orders') })
      tell(t('drafts.made'))
      await navigate({ to: '/admin/$storeId/draft-orders', params })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Page
      title={t('drafts.new')}
      back={
        <BackLink to="/admin/$storeId/draft-orders" params={params}>
          {t('nav.draftOrders')}
        </BackLink>
      }
    >
      <form onSubmit={submit}>
        <Columns
          main={
            <>
              <Panel title={t('nav.products')}>
                <OrderLines lines={lines} onLines={setLines} />
                <VariantPicker onPick={picked => setLines(before => withPicked(before, picked))} />
              </Panel>
              <Panel title={t('orders.buyer')}>
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
                <DestinationFields address={address} onAddress={setAddress} />
              </Panel>
              <Panel title={t('orders.more')}>
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
              </Panel>
            </>
          }
          aside={
            <>
              <OrderOutlook
                input={{ products, shipping_address: { ...address, country: info.country } }}
                option={option}
                onOption={setOption}
              />
              <Refusal error={make.error} />
              <Button type="submit" look="main" isBusy={make.isPending} disabled={lines.length === 0}>
                {t('drafts.make')}
              </Button>
            </>
          }
        />
      </form>
    </Page>
  )
}
