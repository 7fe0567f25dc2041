import {
  addressLines,
  type CustomerAddress,
  type CustomerAddressInput,
  type CustomerChange,
  type CustomerProfile,
  profileFields,
} from '@bodega/api'
import { fold } from '../platform/database/search.ts'

/** What is kept of a customer beside the dates. */
export interface KeptCustomer {
  name: string
  email: string
  phone: string | null
  identification: string | null
  note: string | null
  /** Without those that say nothing. */
  profile: Partial<CustomerProfile>
  addresses: CustomerAddress[]
  extra: Record<string, unknown>
  active: boolean
}

/** What is left out stays, what is sent empty is cleared. */
const merged = (given: string | null | undefined, old: string | null): string | null =>
  given === undefined ? old : given || null

export const nobody: KeptCustomer = {
  name: '',
  email: '',
  phone: null,
  identification: null,
  note: null,
  profile: {},
  addresses: [],
  extra: {},
  active: false,
}

/** A customer after a change of these fields. The addresses are numbered by whoever has the numbers. */
export function changed(old: KeptCustomer, change: CustomerChange, addresses: CustomerAddress[]): KeptCustomer {
  const { name = old.name, email = old.email, phone, identification, note, extra, password } = change
  return {
    name,
    email,
    phone: merged(phone, old.phone),
    identification: merged(identification, old.identification),
    note: merged(note, old.note),
    profile: profileOf(old.profile, change),
    addresses,
    extra: extra === undefined ? old.extra : (extra ?? {}),
    active: old.active || Boolean(password),
  }
}

function profileOf(old: Partial<CustomerProfile>, change: CustomerChange): Partial<CustomerProfile> {
  const entries = profileFields.map(field => [field, merged(change[field], old[field] ?? null)] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== null))
}

type Line = keyof typeof addressLines
// A constant object has the keys that its type says.
const lines = Object.keys(addressLines) as Line[]

type Named = readonly (CustomerAddress | undefined)[]

/** The known address that each entry names. Of several that name the same one the first does: no two may share a number. */
const namedBy = (given: readonly CustomerAddressInput[], known: readonly CustomerAddress[]): Named =>
  given.map((entry, place) =>
    given.findIndex(({ id }) => id === entry.id) === place ? known.find(({ id }) => id === entry.id) : undefined,
  )

/** How many of the entries are new. */
export const newcomers = (given: readonly CustomerAddressInput[], known: readonly CustomerAddress[]): number =>
  namedBy(given, known).filter(old => !old).length

/**
 * The list as it shall be: it replaces the old one, but an entry that names a known address changes that one. Exactly
 * one is the default: the one that says so, else the one that was, else the first.
 */
export function addressesOf(
  given: readonly CustomerAddressInput[],
  known: readonly CustomerAddress[],
  numbers: readonly number[],
  date: string,
): CustomerAddress[] {
  const named = namedBy(given, known)
  const chosen = defaultOf(given, named)
  const fresh = numbers[Symbol.iterator]()
  return given.map((entry, place) => {
    const old = named[place]
    const texts = lines.map(line => [line, merged(entry[line], old?.[line] ?? null)] as const)
    const isSame = old && texts.every(([line, text]) => old[line] === text) && old.default === (place === chosen)
    if (isSame) return old
    return {
      id: old?.id ?? fresh.next().value ?? 0,
      // Every line of an address is in the list.
      ...(Object.fromEntries(texts) as Record<Line, string | null>),
      default: place === chosen,
      created_at: old?.created_at ?? date,
      updated_at: date,
    }
  })
}

function defaultOf(given: readonly CustomerAddressInput[], named: Named): number {
  const isSaid = (entry: CustomerAddressInput) => entry.default === true
  // Who sends back what was read says it of the old one, too.
  const newly = given.findIndex((entry, place) => isSaid(entry) && !named[place]?.default)
  const said = newly >= 0 ? newly : given.findIndex(isSaid)
  if (said >= 0) return said
  const was = given.findIndex((entry, place) => entry.default == null && named[place]?.default)
  return Math.max(was, 0)
}

/** What `q` finds a customer by. */
export const searchOf = ({
  name,
  email,
  identification,
}: Pick<KeptCustomer, 'name' | 'email' | 'identification'>): string =>
  fold([name, email, identification ?? ''].join('\n'))
