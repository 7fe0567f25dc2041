import type { DraftOrderInput, FlatShipping, OrderInput, OrderLine } from '@bodega/api'
import { amountOf, money } from '../orders/index.ts'

/** An object, or a list that holds it. */
const oneOf = <T extends object>(given: T | readonly T[] | null | undefined): T | undefined =>
  Array.isArray(given) ? given[0] : ((given ?? undefined) as T | undefined)

/** What is placed when the draft is confirmed: the lines at the prices that the draft showed. */
export function orderInputOf(input: DraftOrderInput, lines: readonly OrderLine[], discount: bigint): OrderInput {
  const { contact_name, contact_lastname, contact_email, contact_phone, cpf_cnpj, note, sale_channel } = input
  const shipping = oneOf(input.shipping)
  const cost = amountOf(shipping?.cost, Array.isArray(input.shipping) ? 'shipping.0.cost' : 'shipping.cost')
  const contact = { first_name: contact_name, last_name: contact_lastname, phone: contact_phone ?? null }
  return {
    products: lines.map(({ variant_id, quantity, price, properties }) => ({ variant_id, quantity, price, properties })),
    payment_status: input.payment_status === 'paid' ? 'paid' : 'pending',
    customer: {
      name: `${contact_name} ${contact_lastname}`,
      email: contact_email.trim(),
      phone: contact_phone ?? null,
      document: cpf_cnpj ?? null,
    },
    owner_note: note ?? null,
    discount: money(discount),
    billing_address: contact,
    shipping_address: { ...contact, ...oneOf(shipping?.shipping_address) },
    shipping_pickup_type: 'ship',
    shipping: 'draft',
    shipping_option_code: 'draft_99999',
    shipping_cost_customer: money(cost ?? 0n),
    extra: sale_channel ? { sale_channel } : {},
  }
}

/** Where it goes, line by line; what nobody said is empty, but for the street. */
export function flatShipping({ customer, shipping_address }: OrderInput, country: string): FlatShipping {
  const { address, number, floor, locality, zipcode, city, province, phone } = shipping_address ?? {}
  return {
    shipping_name: customer?.name ?? '',
    shipping_phone: phone ?? '',
    // Typed clients know it as an object or null from everywhere else: a text is shown where there is one only.
    shipping_address: address || null,
    shipping_number: number ?? '',
    shipping_floor: floor ?? '',
    shipping_locality: locality ?? '',
    shipping_zipcode: zipcode ?? '',
    shipping_city: city ?? '',
    shipping_province: province ?? '',
    shipping_country: country,
  }
}
