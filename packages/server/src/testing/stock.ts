/** Stock in a sentence, for the tests about it. */
import type { StockMovement, Variant } from '@bodega/api'
import { shop } from './products.ts'
import { aLocation, type TestStore } from './store.ts'

/** A store with two locations, the first one first. */
export async function twoPlaces() {
  const of = await shop()
  const first = (await of.client.locations.create({ body: aLocation() })).id
  const second = (await of.client.locations.create({ body: aLocation() })).id
  await of.events()
  return { of, first, second }
}

/** What is where, in the order in which it is shown. */
export const levels = ({ inventory_levels }: Variant): [string, number | null][] =>
  inventory_levels.map(({ location_id, stock }) => [location_id, stock])

export const movements = async (of: TestStore, id: number): Promise<StockMovement[]> =>
  of.client.inventory.ofVariant({ params: { id }, query: { per_page: 200 } })

/** Of each movement what counts. */
export const ledger = async (of: TestStore, id: number) =>
  (await movements(of, id)).map(({ delta, level_after }) => [delta, level_after])

export const unknownPlace = { location_id: ['Location with such id does not exist'] }
