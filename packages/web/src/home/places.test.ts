import { expect, test } from 'vitest'
import { placesOf } from './places.ts'
import type { Sold } from './sold.ts'

const from = (...places: [id: string, name: string][]) =>
  places.map(([location_id, name]) => ({ assigned_location: { location_id, name } })) as Sold['fulfillments']

test('shipments are counted by the place that they left from, also where two have one name', () => {
  const orders = [
    { status: 'open', fulfillments: from(['1', 'Depot'], ['2', 'Depot']) },
    { status: 'closed', fulfillments: from(['2', 'Store']) },
    { status: 'cancelled', fulfillments: from(['1', 'Depot']) },
  ] as const
  expect(placesOf(orders)).toEqual([
    { id: '2', name: 'Depot', shipments: 2 },
    { id: '1', name: 'Depot', shipments: 1 },
  ])
})
