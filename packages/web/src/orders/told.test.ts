import { expect, test } from 'vitest'
import { chosenWay, isWeb, line, told } from './told.ts'

test('what stands in the place of what was not said is not told', () => {
  expect(['Ana ', 'No informado', 'Não informado', 'email@noinformado.com', null, 7].map(told)).toEqual([
    'Ana',
    ...['', '', '', '', ''],
  ])
  expect(line(['Gorriti', 'No informado', null])).toBe('Gorriti')
  expect(line(['No informado', 'AR'], ', ')).toBe('AR')
})

const shipping = (
  carrier_id: string | null,
  carrier: string | null,
  option: string | null,
  type: 'ship' | 'pickup',
) => ({
  type,
  carrier: { carrier_id, code: null, name: carrier, app_id: null },
  option: { name: option, code: null, reference: null, allow_free_shipping: null },
  merchant_cost: { value: 0, currency: 'ARS' },
  consumer_cost: { value: 0, currency: 'ARS' },
  min_delivery_date: null,
  max_delivery_date: null,
  estimated_delivery_time: null,
  pickup_details: null,
  extras: null,
})

test.each([
  [shipping('7', 'Correo Argentino', 'Express', 'ship'), 'Correo Argentino · Express'],
  [shipping('table', 'Table rates', 'Motorbike', 'ship'), 'Motorbike'],
  [shipping('No informado', 'No informado', 'No informado', 'ship'), ''],
  [shipping('7', 'Correo Argentino', 'Branch', 'pickup'), ''],
  [null, ''],
])('the way that was chosen is told as it is known', (shipping, way) => {
  expect(chosenWay({ shipping })).toBe(way)
})

test('an address leads somewhere if it is one of the web', () => {
  expect(isWeb('https://correo.example/1')).toBe(true)
  expect(isWeb('correo.example/1')).toBe(false)
  expect(isWeb('javascript:alert(1)')).toBe(false)
})
