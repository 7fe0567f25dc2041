/** Stock locations, their priorities, and the one default among them. */
export { locationChecks } from './checks.ts'
export { locationHandlers } from './handlers.ts'
export { create as createLocation, ensureLocations, get as getLocation } from './locations.ts'
export { rearranged } from './order.ts'
export { firstLocation, keepLocations, locationIds, type Place, placesByPriority } from './places.ts'
