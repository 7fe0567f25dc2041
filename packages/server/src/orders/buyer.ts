import { type OrderInput, placeholdersIn } from '@bodega/api'
import type { StoreContext } from '../access/index.ts'
import type { Buyer } from '../customers/index.ts'
import type { OrderBody } from './build.ts'
import { mailOf } from './texts.ts'

/** The e-mail of the customer that an order belongs to. */
export const emailOf = ({ customer }: OrderInput, { main_language }: StoreContext): string =>
  mailOf(customer) ?? placeholdersIn(main_language).email

/**
 * The customer as an order makes one. All that come without an e-mail belong to one nameless customer (F21): clients
 * read the customer of an order without a look whether there is one.
 */
export function buyerOf(input: OrderInput, body: OrderBody, store: StoreContext): Buyer {
  const email = emailOf(input, store)
  if (mailOf(input.customer) === null) {
    const name = placeholdersIn(store.main_language).text
    return { email, name, phone: null, identification: null, address: null }
  }
  const { shipping_address: given } = input
  const { contact_name, contact_phone, contact_identification, shipping_address } = body
  return {
    email,
    name: contact_name ?? '',
    phone: contact_phone,
    identification: contact_identification,
    address: given?.address
      ? { ...given, name: shipping_address?.name ?? null, country: shipping_address?.country ?? null, default: true }
      : null,
  }
}
