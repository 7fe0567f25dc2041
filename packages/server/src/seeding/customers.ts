import type { CustomerInput } from '@bodega/api'
import type { Write } from '../access/index.ts'
import { lastCustomer, storeCustomers } from '../customers/index.ts'
import { fold } from '../platform/database/search.ts'
import { placeOf } from './places.ts'
import { between, pick, type Random, randomOf } from './random.ts'

const firstNames =
  'Ana,Beatriz,Bruno,Camila,Carolina,Diego,Fernanda,Gabriel,João,José,Julia,Lucas,Lucía,María,Martín,Mateo,Paula,Rafael,Sofía,Tomás'
const lastNames =
  'Almeida,Álvarez,Benítez,Cardoso,Castro,Díaz,Fernández,Gómez,Gonçalves,Lima,López,Martins,Muñoz,Oliveira,Peña,Ramírez,Rojas,Silva,Souza,Torres'

/** The customer with this number, and the address: made up, so that the e-mails reach nobody. */
export function customerOf(country: string, number: number, random: Random) {
  const [first, last] = [pick(random, firstNames.split(',')), pick(random, lastNames.split(','))]
  const name = `${first} ${last}`
  const phone = `+54 11 ${between(random, 4000, 6999)}-${between(random, 1000, 9999)}`
  const { street, city, zipcode, province } = placeOf(country, between(random, 0, 99)).address
  const customer = {
    name,
    email: `${fold(first)}.${fold(last)}.${number}@example.com`,
    phone,
    identification: String(between(random, 20_000_000, 45_000_000)),
  }
  const address = {
    address: street,
    number: String(between(random, 1, 4999)),
    city,
    zipcode,
    province: province.name,
    country,
  }
  return { customer, address }
}

/** Adds so many customers to the store of the call. Ids only grow, so no e-mail comes twice. */
export async function addCustomers(call: Write, count: number): Promise<void> {
  const first = (await lastCustomer(call.tx, call.store.id)) + 1
  const customers = Array.from({ length: count }, (_, i): CustomerInput => {
    const { customer, address } = customerOf(call.store.country, first + i, randomOf(call.store.id, first + i))
    const { name, phone } = customer
    return { ...customer, addresses: [{ name, phone, locality: address.city, ...address }] }
  })
  await storeCustomers(call, customers)
}
