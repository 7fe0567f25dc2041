import { expect, test } from 'vitest'
import { changeOf, draftOf, inputOf } from './draft.ts'

test('a new location is sent whole', () => {
  const draft = { ...draftOf(), name: { es_AR: 'Kiosco' }, zipcode: '2000', street: 'Florida', province: 'Santa Fe' }
  const country = { code: 'AR', name: 'Argentina' }
  expect(inputOf(draft, country)).toMatchObject({
    name: { es_AR: 'Kiosco' },
    address: { zipcode: '2000', street: 'Florida', province: { code: 'Santa Fe', name: 'Santa Fe' }, country },
    allows_pickup: false,
  })
})

test('of one that is there only what was changed is sent, line by line', () => {
  expect(changeOf({})).toEqual({})
  expect(changeOf({ allows_pickup: false })).toEqual({ allows_pickup: false })
  expect(changeOf({ number: '', province: 'Salta' })).toEqual({
    address: { number: '', province: { code: 'Salta', name: 'Salta' } },
  })
})
