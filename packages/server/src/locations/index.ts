/** Stock locations, their priorities, and the one default among them. */
export { checks } from './checks.ts'
export { locationHandlers } from './handlers.ts'
export {
  create as createLocation,
  ensureLocations,
  firstLocation,
  get as getLocation,
  keepLocations,
  locationIds,
  type Place,
  placesByPriority,
  rearranged,
} from './locations.ts'
