import type { OrderInput, Placeholders } from '@bodega/api'
import { countryCode } from './codes.ts'

type AddressInput = NonNullable<OrderInput['shipping_address']>

const text = (value: string | null | undefined): string | null => value || null

/** An address as it was sent, under the names of the order. */
export function addressOf(input: AddressInput | null | undefined, none: Placeholders, country: string) {
  const given = input ?? {}
  const whole = [given.first_name, given.last_name].filter(part => part).join(' ')
  return {
    first: text(given.first_name) ?? text(given.name) ?? none.text,
    name: text(given.name) ?? text(whole) ?? none.text,
    address: text(given.address) ?? none.text,
    number: text(given.number) ?? none.text,
    floor: text(given.floor),
    locality: text(given.locality),
    city: text(given.city) ?? none.text,
    province: text(given.province) ?? none.text,
    zipcode: text(given.zipcode) ?? none.zipcode,
    country: countryCode(text(given.country) ?? country),
    phone: text(given.phone),
    customs: given.customs ?? null,
  }
}
export type AddressTexts = ReturnType<typeof addressOf>

/** The e-mail of the buyer without the blanks around it that people type; blanks alone are none. */
export const mailOf = (customer: OrderInput['customer']): string | null => text(customer?.email?.trim())

/** The buyer, as the order itself says it. */
export function contactOf(input: OrderInput['customer'], none: Placeholders) {
  return {
    contact_name: text(input?.name) ?? none.text,
    contact_email: mailOf(input) ?? none.email,
    contact_phone: text(input?.phone),
    contact_identification: text(input?.document) ?? text(input?.identification),
  }
}
