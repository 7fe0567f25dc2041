import { expect, test } from 'vitest'
import { newZone, rangesOf, zonesOf } from './zones.ts'

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
