import { type Address, invalid, type LocationChange, type LocationInput } from '@bodega/api'

/** The place that is asked for; null asks for none. */
export const priorityOf = ({ is_default, priority }: LocationChange): number | undefined =>
  is_default ? 0 : (priority ?? undefined)

export const needsDefault = () =>
  invalid({ is_default: ['A store needs a default location: make another one the default instead'] })

/** The location that a store got by itself has blank lines, and may keep them; what says something is not blanked. */
export function refuseBlanked(old: Address, change: LocationChange['address'] = {}): void {
  const blanked = (['zipcode', 'street', 'city'] as const).filter(line => change[line] === '' && old[line] !== '')
  if (blanked.length === 0) return
  throw invalid(Object.fromEntries(blanked.map(line => [`address.${line}`, ["can't be blank"]])))
}

/** The contract answers every line of an address, empty ones as null, and nothing else that was sent. */
export function addressOf(input: LocationInput['address']): Address {
  const place = ({ code, name }: { code: string; name: string }) => ({ code, name })
  return {
    zipcode: input.zipcode,
    street: input.street,
    number: input.number || null,
    floor: input.floor || null,
    locality: input.locality || null,
    city: input.city,
    reference: input.reference || null,
    between_streets: input.between_streets || null,
    province: place(input.province),
    region: place(input.region),
    country: place(input.country),
  }
}
