import type { CustomerAddressInput } from '@bodega/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressesOf, changed, newcomers, nobody } from './input.ts'

const [then, now] = ['2026-07-10T00:00:00+0000', '2026-07-11T00:00:00+0000']
const text = fc.constantFrom(null, '', 'Rua A', 'Rua B')
const entry: fc.Arbitrary<CustomerAddressInput> = fc.record(
  {
    id: fc.constantFrom(1, 2, 3, 99, null),
    address: text,
    zipcode: text,
    default: fc.constantFrom(true, false, null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<CustomerAddressInput>

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)
const made = (entries: readonly CustomerAddressInput[]) =>
  addressesOf(
    entries.map(({ id: _, ...rest }) => rest),
    [],
    numbersFrom(1, entries.length),
    then,
  )

describe('contract: customers 2, addresses', () => {
  test('laws: as many as given, one default, new numbers for new ones only, and nothing changes that was not changed', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), fc.array(entry, { maxLength: 5 }), (first, second) => {
        const known = made(first)
        const after = addressesOf(second, known, numbersFrom(100, newcomers(second, known)), now)
        expect(after).toHaveLength(second.length)
        expect(after.filter(address => address.default)).toHaveLength(Math.min(1, second.length))
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
        for (const address of after) {
          const old = known.find(({ id }) => id === address.id)
          expect(address.id >= 100).toBe(old === undefined)
          expect(address.created_at).toBe(old ? then : now)
        }
        expect(addressesOf(known, known, [], now)).toEqual(known)
      }),
    )
  })

  test('the default is the one that says so, else the one that was, else the first', () => {
    const known = made([{ address: 'A' }, { address: 'B', default: true }])
    const nothing = (id: number): CustomerAddressInput => ({ id, default: null })
    const chosen = (entries: CustomerAddressInput[]) =>
      addressesOf(entries, known, [9, 10], now).findIndex(address => address.default)
    expect(chosen([{ id: 1 }, { id: 2 }])).toBe(1)
    expect(chosen([{ id: 2 }, { address: 'C', default: true }])).toBe(1)
    expect(chosen([{ address: 'C' }, { id: 1 }])).toBe(0)
    expect(chosen([{ id: 1 }, { id: 2, default: false }])).toBe(0)
    expect(chosen([nothing(1), nothing(2)])).toBe(1)
  })

  test('an entry that names a known address changes that one: what is left out stays, what is empty is cleared', () => {
    const known = made([{ address: 'A', zipcode: '1234', city: 'X' }])
    expect(addressesOf([{ id: 1, zipcode: '', number: '5' }], known, [], now)).toEqual([
      { ...known[0], zipcode: null, number: '5', updated_at: now },
    ])
  })

  test('of two entries that name the same address the second is a new one', () => {
    const known = made([{ address: 'A' }])
    const entries = [{ id: 1 }, { id: 1, address: 'B' }]
    expect(newcomers(entries, known)).toBe(1)
    expect(addressesOf(entries, known, [9], now)).toMatchObject([
      { id: 1, address: 'A', default: true },
      { id: 9, address: 'B', default: false },
    ])
  })
})

test('law: sending back what was read changes nothing', () => {
  const change = fc.record(
    {
      phone: text,
      identification: text,
      note: fc.constantFrom(null, 'x'),
      billing_city: text,
      trade_name: text,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(change, change, (first, second) => {
      const before = changed({ ...nobody, name: 'Ana', email: 'a@b' }, first, [])
      const after = changed(before, second, [])
      const { profile, addresses: _, ...fields } = after
      expect(changed(after, { ...fields, ...profile }, [])).toEqual(after)
    }),
  )
})
