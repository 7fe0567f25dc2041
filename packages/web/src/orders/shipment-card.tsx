import type { FulfillmentOrder, Order, ShipmentStatus } from '@bodega/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureOf } from '../format.ts'
import { useLocationName } from '../locations/queries.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import { Picture } from '../ui/picture.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { canEdit } from './edit.ts'
import { EditShipment } from './edit-shipment.tsx'
import { MoveShipment } from './move-shipment.tsx'
import styles from './order-page.module.css'
import { shipmentTones } from './statuses.tsx'
import { canMove, nextOf, stepsOf } from './steps.ts'
import { chosenWay } from './told.ts'
import { Tracking } from './tracking.tsx'

interface Props {
  order: Order
  shipment: FulfillmentOrder
}

/** One shipment: what leaves from one location, how far it is, and what comes next. */
export function ShipmentCard({ order, shipment }: Props) {
  const { t } = useTranslation()
  const nameOf = useLocationName()
  const {
    assigned_location: { location_id, name },
    status,
    number,
  } = shipment
  const way = chosenWay(shipment)
  return (
    <Panel
      title={`${t('orders.shipment', { number })} · ${nameOf(location_id, name)}`}
      actions={
        order.status !== 'cancelled' && <Badge tone={shipmentTones[status]}>{t(`orders.steps.${status}`)}</Badge>
      }
    >
      <Steps shipment={shipment} />
      <Lines order={order} shipment={shipment} />
      {order.status !== 'cancelled' && <Next order={order} shipment={shipment} />}
      {way && (
        <div className={styles.row}>
          <p>
            <span>{t('orders.shippingLabel')}</span>
            {way}
          </p>
        </div>
      )}
      <Tracking order={order} shipment={shipment} />
    </Panel>
  )
}

function Steps({ shipment: { status, shipping } }: { shipment: FulfillmentOrder }) {
  const { t } = useTranslation()
  const steps = stepsOf(shipping?.type, status)
  const reached = steps.indexOf(status)
  return (
    <ol className={`${styles.steps} on-screen`}>
      {steps.map((step, place) => (
        <li key={step} data-done={place <= reached} {...(step === status ? { 'aria-current': 'step' as const } : {})}>
          {t(`orders.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}

function Lines({ order, shipment }: Props) {
  const { price } = useStore()
  return (
    <ul className={styles.lines}>
      {shipment.line_items.map(line => {
        const ordered = order.products.find(({ id }) => String(id) === line.external_id)
        return (
          <li key={line.id}>
            <Picture src={ordered?.image.src ? pictureOf(ordered.image.src) : undefined} />
            <div className={styles.what}>
              {ordered?.name}
              <small>{ordered?.sku}</small>
            </div>
            <span className={styles.amount}>
              {line.quantity} × {price(line.unit_price.value, line.unit_price.currency)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Next({ order, shipment }: Props) {
  const { t } = useTranslation()
  const { client, refresh } = useStore()
  const { tell, tellError } = useToasts()
  const params = { order_id: order.id, id: shipment.id }
  const [isEditing, setEditing] = useState(false)
  const write = async (status: ShipmentStatus) => {
    try {
      await client.fulfillmentOrders.update({ params, body: { status } })
    } finally {
      // What is refused may no longer be what is shown.
      await refresh('orders')
    }
  }
  const step = useMutation({
    mutationFn: write,
    onSuccess: (_, status) =>
      tell(
        t('orders.nowIs', { status: t(`orders.steps.${status}`) }),
        status === 'PACKED' ? () => write('UNPACKED') : undefined,
      ),
    onError: tellError,
  })
  const offered = nextOf(shipment.shipping?.type, shipment.status)
  if (offered.length === 0) return null
  return (
    <div className={`${styles.row} on-screen`}>
      {offered.map(target => (
        <Button key={target} isBusy={step.isPending} onClick={() => step.mutate(target)}>
          {t(`orders.marks.${target}`)}
        </Button>
      ))}
      {canEdit(order) && <Button onClick={() => setEditing(true)}>{t('orders.edit')}</Button>}
      {canMove(shipment.shipping?.type, shipment.status) && <MoveShipment order={order} shipment={shipment} />}
      {isEditing && <EditShipment order={order} shipment={shipment} onClose={() => setEditing(false)} />}
    </div>
  )
}
