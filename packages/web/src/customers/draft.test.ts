import type { CustomerAddress } from '@bodega/api'
import { expect, test } from 'vitest'
import { changesOf } from '../changes.ts'
import { changeOf, draftOf } from './draft.ts'

const date = '2026-07-11T01:29:50+0000'
const empty = { name: null, address: null, number: null, floor: null, locality: null, zipcode: null, city: null }
const address = (id: number, change: Partial<CustomerAddress>): CustomerAddress => ({
  ...empty,
  ...{ province: null, country: null, phone: null, default: false, created_at: date, updated_at: date },
  ...change,
  id,
})
const office = address(1, { city: 'Salta' })
const home = address(2, { name: 'Reception, Acme SA', address: 'Florida', city: 'Rosario', default: true })
const ada = { addresses: [office, home], default_address: home }

const kept = { ...draftOf(), name: 'Ada', email: 'ada@test.example', address: 'Florida', city: 'Rosario' }
const sent = (typed: Partial<typeof kept>, customer?: typeof ada) => {
  const draft = { ...kept, ...typed }
  return changeOf(draft, changesOf(kept, draft), customer)
}

test('where no line of the address was touched, no address is sent', () => {
  expect(sent({ note: 'Rings twice' }, ada)).toEqual({ note: 'Rings twice' })
  expect(sent({ name: 'Ada King' }, ada)).toEqual({ name: 'Ada King' })
})

test('an address that is changed keeps its recipient, and the others stay what they are by now', () => {
  expect(sent({ city: 'Funes' }, ada)).toEqual({ addresses: [{ id: 1 }, { id: 2, city: 'Funes' }] })
})

test('an address whose lines are all emptied goes', () => {
  expect(sent({ address: '', city: ' ' }, ada)).toEqual({ addresses: [{ id: 1 }] })
})

test('the first address is the default one, and its recipient is the customer', () => {
  expect(changeOf({ ...kept, city: 'Funes' }, { name: 'Ada', city: 'Funes' })).toEqual({
    name: 'Ada',
    addresses: [{ city: 'Funes', name: 'Ada', default: true }],
  })
})
