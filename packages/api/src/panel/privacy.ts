import Type from 'typebox'
import { DateTime, Id, NoBody } from '../common.ts'
import { panelEndpoint } from './panel-endpoint.ts'

const OneCustomer = Type.Object({ store_id: Id, customer_id: Id })

/** How many apps hear of it: those in the store that have given an address for it. */
const apps = Type.Integer()

/** What the apps of a store are asked to do with the data of a customer (contract: webhooks 5.1). */
export const storePrivacy = {
  redact: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/customers/:customer_id/redact',
    access: 'owner',
    summary: 'Ask the apps to erase what they know of a customer; while it waits, asking again changes nothing',
    params: OneCustomer,
    body: NoBody,
    reply: Type.Object({ apps, send_at: DateTime }),
  }),
  requestData: panelEndpoint({
    method: 'POST',
    path: '/stores/:store_id/customers/:customer_id/data-request',
    access: 'owner',
    summary: 'Ask the apps for what they know of a customer',
    params: OneCustomer,
    body: NoBody,
    reply: Type.Object({ apps, data_request: Type.Object({ id: Type.Integer() }) }),
  }),
}
