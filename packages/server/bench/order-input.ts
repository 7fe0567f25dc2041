import type { OrderInput } from '@bodega/api'

/** One of each of these variants. */
export const orderOf = (cart: readonly number[]): OrderInput => ({
  currency: 'BRL',
  language: 'pt',
  gateway: 'offline',
  payment_status: 'pending',
  products: cart.map(variant_id => ({ variant_id, quantity: 1 })),
  customer: { name: 'Ana Souza', email: 'ana@example.com' },
  shipping: 'table',
  shipping_option: 'Correio',
  shipping_pickup_type: 'ship',
  shipping_cost_customer: 10,
  shipping_address: {
    first_name: 'Ana',
    last_name: 'Souza',
    address: 'Avenida Paulista',
    number: '1000',
    city: 'São Paulo',
    province: 'São Paulo',
    zipcode: '01310-100',
    country: 'BR',
  },
})
