import type { FulfillmentOrder, Order } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocationName, useLocations } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { OrderRefusal } from './missing.tsx'

interface Props {
  order: Order
  shipment: FulfillmentOrder
}

/** Lets a shipment leave from another location, where there is one. */
export function MoveShipment({ order, shipment }: Props) {
  const { t } = useTranslation()
  const { data: locations = [] } = useLocations()
  const [isAsked, setAsked] = useState(false)
  const others = locations.filter(({ id }) => id !== shipment.assigned_location.location_id)
  if (others.length === 0) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('orders.move')}</Button>
      {isAsked && (
        <MoveDialog
          order={order}
          shipment={shipment}
          others={others.map(({ id }) => id)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

interface DialogProps extends Props {
  /** Where else it can leave from. */
  others: readonly string[]
  onClose: () => void
}

function MoveDialog({ order, shipment, others, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell } = useToasts()
  const nameOf = useLocationName()
  // It is read anew before what is told is written: by then it leaves from elsewhere.
  const [before] = useState(shipment.assigned_location.location_id)
  const [chosen, choose] = useState(others[0] ?? before)
  const move = async (location_id: string) => {
    const params = { order_id: order.id, id: shipment.id }
    try {
      await client.fulfillmentOrders.update({ params, body: { assigned_location: { location_id } } })
    } finally {
      // What is refused may no longer be what is shown.
      await Promise.all([refresh('orders'), refresh('products')])
    }
  }
  const save = useMutation({
    mutationFn: () => move(chosen),
    onSuccess: () => {
      tell(t('orders.moved', { name: nameOf(chosen) }), () => move(before))
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${t('orders.move')}: ${t('orders.shipment', { number: shipment.number })}`}
      action={t('save')}
      save={save}
      onClose={onClose}
      refusal={
        <OrderRefusal
          error={save.error}
          nameOf={variant => order.products.find(({ variant_id }) => variant_id === variant)?.name}
        />
      }
    >
      <p>{t('orders.moveText', { name: nameOf(before) })}</p>
      <SelectField
        label={t('orders.shipments')}
        value={chosen}
        onValue={choose}
        options={others.map(id => ({ value: id, text: nameOf(id) }))}
      />
    </FormDialog>
  )
}
