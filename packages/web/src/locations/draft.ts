import type { Location, LocationChange, LocationInput } from '@bodega/api'

const lines = ['zipcode', 'street', 'number', 'floor', 'locality', 'city', 'reference', 'between_streets'] as const
export type Line = (typeof lines)[number]

/** A location while it is edited. */
export interface LocationDraft extends Record<Line, string> {
  name: Record<string, string>
  province: string
  allows_pickup: boolean
}

export const draftOf = (location?: Location): LocationDraft => ({
  name: { ...location?.name },
  // Every line of the list, which `fromEntries` does not say in its type.
  ...(Object.fromEntries(lines.map(line => [line, location?.address[line] ?? ''])) as Record<Line, string>),
  province: location?.address.province.name ?? '',
  allows_pickup: location?.allows_pickup ?? false,
})

type Place = Location['address']['country']

const placeOf = (name: string): Place => ({ code: name.slice(0, 255), name })

export function inputOf({ name, province, allows_pickup, ...texts }: LocationDraft, country: Place): LocationInput {
  const address = { ...texts, province: placeOf(province), region: { code: '', name: '' }, country }
  return { name, address, allows_pickup }
}

/** What is sent of these changes: the lines of the address that are left out stay. */
export function changeOf({ province, name, allows_pickup, ...texts }: Partial<LocationDraft>): LocationChange {
  const address = { ...texts, ...(province === undefined ? {} : { province: placeOf(province) }) }
  return {
    ...(name === undefined ? {} : { name }),
    ...(allows_pickup === undefined ? {} : { allows_pickup }),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  }
}
