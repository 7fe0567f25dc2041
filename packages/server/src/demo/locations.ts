import type { LocationInput } from '@bodega/api'

const buenosAires = {
  province: { code: 'C', name: 'Buenos Aires' },
  region: { code: 'AMBA', name: 'AMBA' },
}
const cordoba = { province: { code: 'X', name: 'Córdoba' }, region: { code: 'CEN', name: 'Centro' } }

type Lines = Pick<LocationInput['address'], 'street' | 'number' | 'city' | 'zipcode' | 'province' | 'region'>

const place = ([es_AR = '', pt_BR = '', en_US = '']: readonly string[], lines: Lines, allows_pickup: boolean) => ({
  name: { es_AR, pt_BR, en_US },
  address: { ...lines, locality: lines.city, country: { code: 'AR', name: 'Argentina' } },
  allows_pickup,
})

/** Two of one city and one far away, so that what an order is sent from makes a difference. */
export const demoLocations: LocationInput[] = [
  place(
    ['Depósito central', 'Depósito central', 'Main warehouse'],
    { street: 'Av. Warnes', number: '1850', city: 'Villa Crespo', zipcode: '1416', ...buenosAires },
    false,
  ),
  place(
    ['Local Palermo', 'Loja Palermo', 'Palermo shop'],
    { street: 'Gorriti', number: '4865', city: 'Palermo', zipcode: '1414', ...buenosAires },
    true,
  ),
  place(
    ['Depósito Córdoba', 'Depósito Córdoba', 'Córdoba warehouse'],
    { street: 'Bv. San Juan', number: '620', city: 'Córdoba', zipcode: '5000', ...cordoba },
    true,
  ),
]
