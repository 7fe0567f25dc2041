/** The lines of a buyer's address, in the order in which they are typed. */
export const addressLines = ['address', 'number', 'floor', 'locality', 'city', 'province', 'zipcode'] as const
export type AddressLine = (typeof addressLines)[number]
export type Address = Record<AddressLine, string>

export const noAddress: Address = {
  address: '',
  number: '',
  floor: '',
  locality: '',
  city: '',
  province: '',
  zipcode: '',
}
