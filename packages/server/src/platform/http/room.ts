import { type Operation, unprocessable } from '@bodega/api'
import type { Db } from '../database/database.ts'
import { largestVolume, TooLarge, usualVolume, usualWrite } from '../database/volume.ts'
import { type Asked, type Context, confirmed, work } from './route.ts'

type For<C extends Context, E extends Operation> = Pick<Asked<C, E>, 'host' | 'route' | 'context'>

/**
 * Runs what reads as an ordinary request does, for which there is always room; what turns out to be larger is begun anew when
 * it has its turn, so that small ones pay nothing for it.
 */
export async function inRoom<C extends Context, E extends Operation, T>(
  { host: { gate }, route, context }: For<C, E>,
  body: (largest: number) => Promise<T>,
): Promise<T> {
  const usual = route.endpoint.method === 'GET' ? usualVolume : usualWrite
  try {
    return await body(gate ? usual : largestVolume).catch(error => {
      if (!gate || !(error instanceof TooLarge)) throw error
      return gate.takeTurn(context.store?.id ?? context.actor, () => body(largestVolume))
    })
  } catch (error) {
    throw error instanceof TooLarge ? tooLarge(route.endpoint) : error
  }
}

/** The work of a request that has found its room. In a turn it takes no place: all places may be those of others who wait for it. */
export const workIn = <C extends Context, E extends Operation, T>(
  asked: Asked<C, E>,
  largest: number,
  body: () => Promise<T>,
): Promise<T> => (largest === largestVolume ? confirmed : work)(asked, body)

function tooLarge({ list, path }: Operation): Error {
  const what = path.split('/').findLast(part => !part.startsWith(':')) ?? ''
  return unprocessable(
    list
      ? `The ${what.replaceAll(/[-_]/g, ' ')} of this page are too large together: ask for fewer by per_page`
      : 'It is too large to be answered',
  )
}

/** The database for a write that opens its transactions itself: each finds its room, and whoever has committed one keeps it. */
export function roomy<C extends Context, E extends Operation>(asked: For<C, E>): Db {
  const within = <T>(body: (db: Db) => Promise<T>) =>
    inRoom(asked, largest => body(asked.host.dbFor(asked.context, largest)))
  return {
    many: (schema, query) => within(db => db.many(schema, query)),
    maybe: (schema, query) => within(db => db.maybe(schema, query)),
    one: (schema, query) => within(db => db.one(schema, query)),
    run: query => within(db => db.run(query)),
    tx: (body, options) => within(db => db.tx(body, options)),
    largest: largestVolume,
  }
}
