import type { FulfillmentOrder, Order } from '@bodega/api'

/** The shipments of an order that wait to be packed; what needs no shipping never is. */
export const unpacked = ({ status, fulfillment_orders = [] }: Order): FulfillmentOrder[] =>
  status === 'open'
    ? fulfillment_orders.filter(
        shipment => shipment.status === 'UNPACKED' && shipment.shipping?.type !== 'non-shippable',
      )
    : []
