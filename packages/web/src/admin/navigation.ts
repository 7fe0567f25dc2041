import { LocationIcon } from '@nimbus-ds/icons'

/** What a store admin leads to. Pages that are not there yet join this list and the router. */
export const sections = [
  { name: 'locations', to: '/admin/$storeId/locations', Icon: LocationIcon, isExact: false },
] as const

/** Those within reach of the thumb on a phone; the rest is behind "more". */
export const nearest = sections.filter(({ name }) => ['home', 'orders', 'products', 'locations'].includes(name))
