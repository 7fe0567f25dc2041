import type { OrderInput, ShippingQuote } from '@bodega/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VariantPicker } from '../products/variant-picker.tsx'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { FieldRow, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { BackLink, Columns, Page, Panel } from '../ui/page.tsx'
import { Refusal } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { DestinationFields, destination } from './destination-fields.tsx'
import { type Line, OrderLines, withPicked } from './order-lines.tsx'
import { OrderOutlook } from './order-outlook.tsx'

const contact = { name: '', email: '', phone: '' }

/** An order by hand. What it would become is shown while it is being written. */
export function NewOrderPage() {
  const { t } = useTranslation()
  const { id, info, client, key } = useStore()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { tell } = useToasts()
  const [lines, setLines] = useState<Line[]>([])
  const [customer, setCustomer] = useState(contact)
  const [address, setAddress] = useState(destination)
  const [payment, setPayment] = useState<string>('pending')
  const [note, setNote] = useState('')
  const [option, setOption] = useState<{ quote: ShippingQuote; code: string; shipping: string }>()
  const input: OrderInput = {
    products: lines.map(({ variant, quantity }) => ({ variant_id: variant.id, quantity })),
    customer,
    shipping_address: { ...address, name: customer.name, country: info.country, phone: customer.phone || null },
    payment_status: payment === 'paid' ? 'paid' : 'pending',
    owner_note: note || null,
    ...(option
      ? { quote_id: option.quote.quote_id, shipping: option.shipping, shipping_option_code: option.code }
      : {}),
  }
  const place = useMutation({
    mutationFn: () => client.orders.create({ body: input }),
    onSuccess: async order => {
      await queries.invalidateQueries({ queryKey: key('orders') })
      tell(t('orders.placed', { number: order.number }))
      await navigate({
        to: '/admin/$storeId/orders/$orderId',
        params: { storeId: String(id), orderId: String(order.id) },
      })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    place.mutate()
  }
  return (
    <Page
      title={t('orders.new')}
      back={
        <BackLink to="/admin/$storeId/orders" params={{ storeId: String(id) }}>
          {t('nav.orders')}
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
                    label={t('customers.name')}
                    required
                    maxLength={255}
                    value={customer.name}
                    onValue={name => setCustomer({ ...customer, name })}
                  />
                  <TextField
                    label={t('account.email')}
                    type="email"
                    required
                    maxLength={255}
                    value={customer.email}
                    onValue={email => setCustomer({ ...customer, email })}
                  />
                  <TextField
                    label={t('customers.phone')}
                    type="tel"
                    isOptional
                    maxLength={255}
                    value={customer.phone}
                    onValue={phone => setCustomer({ ...customer, phone })}
                  />
                </FieldRow>
                <DestinationFields address={address} onAddress={setAddress} isRequired />
              </Panel>
              <Panel title={t('orders.more')}>
                <SelectField
                  label={t('orders.paymentLabel')}
                  value={payment}
                  onValue={setPayment}
                  options={(['pending', 'paid'] as const).map(value => ({ value, text: t(`orders.payment.${value}`) }))}
                />
                <TextArea
                  label={t('orders.ownerNote')}
                  hint={t('orders.ownerNoteHint')}
                  isOptional
                  maxLength={5000}
                  value={note}
                  onValue={setNote}
                />
              </Panel>
            </>
          }
          aside={
            <>
              <OrderOutlook input={input} option={option} onOption={setOption} />
              <Refusal error={place.error} />
              <Button type="submit" look="main" isBusy={place.isPending} disabled={lines.length === 0}>
                {t('orders.place')}
              </Button>
            </>
          }
        />
      </form>
    </Page>
  )
}
