import type { Address } from '@bodega/api'

/** As it would stand on an envelope, in one line. */
export const addressLine = ({ street, number, floor, city, province, zipcode }: Address): string =>
  [[street, number, floor].filter(Boolean).join(' '), [zipcode, city].filter(Boolean).join(' '), province.name]
    .filter(Boolean)
    .join(', ')
