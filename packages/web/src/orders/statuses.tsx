import type { Order, OrderStatus, PaymentStatus, ShipmentStatus, ShippingStatus } from '@bodega/api'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../ui/badge.tsx'

const paymentTones: Record<PaymentStatus, Tone> = {
  pending: 'warning',
  authorized: 'info',
  paid: 'success',
  partially_paid: 'warning',
  abandoned: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  voided: 'danger',
}

const shippingTones: Record<ShippingStatus, Tone> = {
  unpacked: 'warning',
  partially_packed: 'warning',
  unshipped: 'info',
  partially_fulfilled: 'info',
  shipped: 'info',
  delivered: 'success',
}

const orderTones: Record<OrderStatus, Tone> = { open: 'info', closed: 'neutral', cancelled: 'danger' }

export const shipmentTones: Record<ShipmentStatus, Tone> = {
  UNPACKED: 'warning',
  PACKED: 'info',
  DISPATCHED: 'info',
  READY_FOR_PICKUP: 'info',
  DELIVERED: 'success',
}

export function PaymentBadge({ order: { payment_status } }: { order: Pick<Order, 'payment_status'> }) {
  const { t } = useTranslation()
  return <Badge tone={paymentTones[payment_status]}>{t(`orders.payment.${payment_status}`)}</Badge>
}

export function ShippingBadge({ order: { shipping_status } }: { order: Pick<Order, 'shipping_status'> }) {
  const { t } = useTranslation()
  return <Badge tone={shippingTones[shipping_status]}>{t(`orders.shipping.${shipping_status}`)}</Badge>
}

export function OrderBadge({ order: { status } }: { order: Pick<Order, 'status'> }) {
  const { t } = useTranslation()
  return <Badge tone={orderTones[status]}>{t(`orders.status.${status}`)}</Badge>
}
