/** Shipments: the parts of an order that leave from one location, and what happens to them on the way. */
export { fulfillmentOrderChecks } from './checks.ts'
export { fulfillmentHandlers, fulfillmentOrderHandlers, trackingEventHandlers } from './handlers.ts'
