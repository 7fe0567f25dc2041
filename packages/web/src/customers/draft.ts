import type { Customer, CustomerAddressInput, CustomerChange } from '@bodega/api'
import { type AddressLine, addressLines } from '../address.ts'

/** What a customer is called. Clients that put names together send a space for none: nobody could read or click that. */
export const titleOf = ({ name, email }: Pick<Customer, 'name' | 'email'>): string => name.trim() || email

const facts = ['name', 'email', 'phone', 'identification', 'note'] as const

/** A customer while it is edited: who it is, and the lines of the default address. */
export type CustomerDraft = Record<(typeof facts)[number] | AddressLine, string>

export const draftOf = (customer?: Customer): CustomerDraft =>
  // Every name of the two lists, which `fromEntries` does not say in its type.
  Object.fromEntries([
    ...facts.map(fact => [fact, customer?.[fact] ?? '']),
    ...addressLines.map(line => [line, customer?.default_address?.[line] ?? '']),
  ]) as CustomerDraft

/** Of the two lists the one that these names are in. */
const partOf = (changes: Partial<CustomerDraft>, names: readonly string[]): Partial<CustomerDraft> =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => names.includes(name)))

/** What is sent of the changes that made this draft; addresses are sent where a line of one was touched. */
export function changeOf(
  draft: CustomerDraft,
  changes: Partial<CustomerDraft>,
  customer?: Pick<Customer, 'addresses' | 'default_address'>,
): CustomerChange {
  const moved = partOf(changes, addressLines)
  return {
    ...partOf(changes, facts),
    ...(Object.keys(moved).length === 0 ? {} : { addresses: addressesOf(draft, moved, customer) }),
  }
}

/**
 * The list as it shall be. An address that is there is named by its id and keeps what is left out, such as who receives at
 * it; one without any lines goes.
 */
function addressesOf(
  draft: CustomerDraft,
  moved: Partial<CustomerDraft>,
  customer?: Pick<Customer, 'addresses' | 'default_address'>,
): CustomerAddressInput[] {
  const main = customer?.default_address
  if (!main) return [{ ...moved, name: draft.name, default: true }]
  const isGone = addressLines.every(line => draft[line].trim() === '')
  return customer.addresses.flatMap(({ id }) => (id !== main.id ? [{ id }] : isGone ? [] : [{ id, ...moved }]))
}
