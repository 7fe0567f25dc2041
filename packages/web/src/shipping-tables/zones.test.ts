import type { ShippingTable } from '@bodega/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedOf } from '../amount.ts'
import { draftOf, newZone, rangesOf, zonesOf } from './zones.ts'

test('a line of postal codes is ranges and single codes, also where codes have a dash of their own', () => {
  expect(rangesOf(' 1000-1999, 5000 ,')).toEqual([
    { from: '1000', to: '1999' },
    { from: '5000', to: '5000' },
  ])
  expect(rangesOf('01310-100, 01000-000-01999-999')).toEqual([
    { from: '01310-100', to: '01310-100' },
    { from: '01000-000', to: '01999-999' },
  ])
})

test.each(['01310-100', '1000-001', '94105-1234', 'SW1A 1AA'])('%s is one code', code => {
  expect(rangesOf(code)).toEqual([{ from: code, to: code }])
})

test.each([
  ['1000-1999', '1000', '1999'],
  ['1000 - 1999', '1000', '1999'],
  ['1000-001-1999-999', '1000-001', '1999-999'],
  ['94105-1234-94105-9999', '94105-1234', '94105-9999'],
  ['C1414ABC-1999', 'C1414ABC', '1999'],
  // Not as long as each other: the server refuses it.
  ['1000-19999', '1000', '19999'],
])('%s is a range', (text, from, to) => {
  expect(rangesOf(text)).toEqual([{ from, to }])
})

/** The zones of a table, read into the form and sent as they are. */
const sentBack = (zone: Pick<ShippingTable['zones'][number], 'provinces' | 'postal_codes'>) =>
  zonesOf(draftOf({ zones: [{ name: 'Zone', country: null, rates: [], ...zone }] }, String))[0]

const piece = fc.stringMatching(/^[A-Z0-9]{1,5}$/)
const code = fc.array(piece, { minLength: 1, maxLength: 3 }).map(pieces => pieces.join('-'))
const digits = (text: string) => text.replaceAll('-', '')
const range = fc
  .tuple(code, code)
  .map(([from, to]) => (digits(from).length === digits(to).length ? { from, to } : { from, to: from }))

test('whatever the codes look like, a table that is saved has the ranges that it had', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), postal_codes => {
      expect(sentBack({ provinces: [], postal_codes })?.postal_codes).toEqual(postal_codes)
    }),
  )
})

test('a province with a comma in its name stays one', () => {
  const name = fc.stringMatching(/^[A-Za-z](, ?[a-z])?$/)
  fc.assert(
    fc.property(fc.array(name, { maxLength: 3 }), provinces => {
      expect(sentBack({ provinces, postal_codes: [] })?.provinces).toEqual(provinces)
    }),
  )
  const far = 'Tierra del Fuego, Antártida e Islas del Atlántico Sur'
  expect(sentBack({ provinces: [far], postal_codes: [] })?.provinces).toEqual([far])
})

test('five kilograms are 5, and not what looks like thousands', () => {
  const steps = [
    { max_weight: '5.000', price: '10.00' },
    { max_weight: '7.250', price: '12.00' },
    { max_weight: null, price: '15.00' },
  ]
  const rates = [{ location_id: null, min_days: null, max_days: null, steps }]
  const [zone] = draftOf({ zones: [{ name: 'Zone', country: null, provinces: [], postal_codes: [], rates }] }, amount =>
    typedOf('es-AR', amount),
  )
  expect(zone?.rates[0]?.steps.map(({ max_weight }) => max_weight)).toEqual(['5', '7,25', ''])
})

test('what is left empty is no condition, no limit and no promise', () => {
  const zone = newZone('AR')
  const [sent] = zonesOf([
    { ...zone, rates: zone.rates.map(rate => ({ ...rate, steps: [{ key: 1, max_weight: '', price: '9,5' }] })) },
  ])
  expect(sent).toMatchObject({
    country: 'AR',
    provinces: [],
    postal_codes: [],
    rates: [{ location_id: null, min_days: null, max_days: null, steps: [{ max_weight: null, price: '9.5' }] }],
  })
})
