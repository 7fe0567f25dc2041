import type { storePrivacy } from '@bodega/api/panel'
import { privacyAddresses } from '../apps/index.ts'
import { lockCustomer } from '../customers/index.ts'
import { draftsFor } from '../draft-orders/index.ts'
import { ordersOf } from '../orders/index.ts'
import type { Tx } from '../platform/database/database.ts'
import { wireTime } from '../platform/database/values.ts'
import { nextNumber, sendNotice, waitingNotice } from '../webhooks/index.ts'
import type { PanelHandlers } from './call.ts'
import { redactionTime } from './redaction.ts'

/** Somebody with what the store has of them. Locked, so that of two who ask at once the second finds the first. */
async function customerWithOrders(tx: Tx, store: number, id: number) {
  const { email, phone, identification } = await lockCustomer(tx, store, id)
  return { customer: { id, email, phone, identification }, orders: await ordersOf(tx, store, id) }
}

export const privacyHandlers: PanelHandlers<typeof storePrivacy> = {
  redact: async ({ tx, now, storeId }, { params }) => {
    const { customer, orders } = await customerWithOrders(tx, storeId, params.customer_id)
    const waiting = await waitingNotice(tx, storeId, 'customers/redact', customer.id)
    if (waiting) return { apps: waiting.apps, send_at: waiting.send_at }
    const at = redactionTime(now, orders.at(-1)?.placed_at)
    const to = await privacyAddresses(tx, storeId, 'customers_redact_url')
    const payload = { customer, orders_to_redact: orders.map(({ id }) => id) }
    await sendNotice(tx, now, storeId, { notice: 'customers/redact', payload, to, at })
    return { apps: to.length, send_at: wireTime(at) }
  },
  requestData: async ({ tx, now, storeId }, { params }) => {
    const { customer, orders } = await customerWithOrders(tx, storeId, params.customer_id)
    const to = await privacyAddresses(tx, storeId, 'customers_data_request_url')
    const data_request = { id: await nextNumber(tx, storeId) }
    const payload = {
      customer,
      orders_requested: orders.map(({ id }) => id),
      // There is no storefront, and so there are no carts that were left.
      checkouts_requested: [],
      drafts_orders_requested: customer.email ? await draftsFor(tx, storeId, customer.email) : [],
      data_request,
    }
    await sendNotice(tx, now, storeId, { notice: 'customers/data_request', payload, to })
    return { apps: to.length, data_request }
  },
}
