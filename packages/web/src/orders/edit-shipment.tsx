import type { FulfillmentOrder, Order } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../meanwhile.ts'
import { pickedName } from '../products/names.ts'
import { VariantPicker } from '../products/variant-picker.tsx'
import { useStore } from '../store.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { disputed, editOf, entriesOf, rebased, withMore } from './edit.ts'
import { OrderRefusal } from './missing.tsx'
import { LineList } from './order-lines.tsx'

interface Props {
  order: Order
  shipment: FulfillmentOrder
  onClose: () => void
}

/** More or less of what a shipment has, or something else beside it. */
export function EditShipment({ order, shipment, onClose }: Props) {
  const { t } = useTranslation()
  const { client, refresh, say, price } = useStore()
  const { tell } = useToasts()
  const [entries, setEntries] = useState(() => entriesOf(order, shipment))
  const [reason, setReason] = useState('')
  const products = editOf(entries, shipment.id)
  const save = useMutation({
    mutationFn: async () => {
      const params = { id: order.id }
      const now = await client.orders.get({ params, query: { aggregates: 'fulfillment_orders' } })
      const after = rebased(entries, now, shipment.id)
      const theirs = disputed(entries, after)
      setEntries(after)
      if (theirs.length > 0)
        throw new ChangedMeanwhile(Object.fromEntries(theirs.map(({ name, before }) => [name, before])))
      return client.orders.edit({ params, body: { products: editOf(after, shipment.id), reason: reason || null } })
    },
    onSuccess: async () => {
      await Promise.all([refresh('orders'), refresh('products')])
      tell(t('orders.edited'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t('orders.edit')}: ${t('orders.shipment', { number: shipment.number })}`}
      action={t('save')}
      save={save}
      onClose={onClose}
      refusal={
        <OrderRefusal error={save.error} nameOf={variant => entries.find(entry => entry.variant === variant)?.name} />
      }
      isReady={products.length > 0}
      isWide
    >
      <p>{t('orders.editText')}</p>
      <LineList
        lines={entries
          .filter(({ quantity }) => quantity > 0)
          .map(entry => ({ ...entry, price: price(entry.price, order.currency) }))}
        onQuantity={(line, quantity) =>
          setEntries(now => now.map(entry => (entry.key === line ? { ...entry, quantity } : entry)))
        }
      />
      <VariantPicker
        onPick={picked => {
          const { id: variant, price, promotional_price } = picked.variant
          const wanted = { variant, name: pickedName(picked, say), price: promotional_price ?? price }
          setEntries(now => withMore(now, wanted))
        }}
      />
      <TextField label={t('orders.reason')} isOptional maxLength={1000} value={reason} onValue={setReason} />
    </FormDialog>
  )
}
