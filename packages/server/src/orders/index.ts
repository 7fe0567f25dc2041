/** Placing orders over many locations, and what becomes of them. `allocate.ts` and `states.ts` are the rules. */
export { orderChecks } from './checks.ts'
export { edit as editOrder, type Parcel, type Whole } from './edit.ts'
export { orderHandlers } from './handlers.ts'
export { moneySum } from './money.ts'
export { refuseOpenShipments } from './places.ts'
export { type Claim, colonTime, placeOf } from './shipments.ts'
export { shipmentNotFound, track, withStatus, withTracking } from './shipping.ts'
export { isAtLeast, shipmentStatusOf, shipmentStep } from './states.ts'
