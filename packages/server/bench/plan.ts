import { smallest } from './catalogue.ts'
import type { Options } from './options.ts'
import type { Scenario } from './sides.ts'

/** Where a scenario is measured. All places of a case take turns in every round. */
export interface Place {
  /** Products and orders of the store; 0 where they do not matter. */
  rows: number
  processes: number
}

/** A scenario at a number of connections. */
export interface Case {
  scenario: Scenario
  connections: number
  places: Place[]
}

function connectionsOf({ connections, target }: Scenario, options: Options): readonly number[] {
  if (options.connections !== undefined) return [options.connections]
  if (!options.isQuick && !options.isTargeted) return connections
  return [target?.connections ?? (connections.includes(16) ? 16 : (connections[0] ?? 16))]
}

function placesOf({ grows, spreads }: Scenario, connections: number, options: Options): Place[] {
  const small = { rows: grows ? smallest : 0, processes: 1 }
  if (options.isQuick) return [small]
  const places = [small]
  if (grows && options.rows > smallest) places.push({ rows: options.rows, processes: 1 })
  if (spreads && connections > 1) places.push({ ...small, processes: 2 })
  return places
}

/** What is measured, in order. */
export function planOf(scenarios: readonly Scenario[], options: Options): Case[] {
  const wanted = options.only.toLowerCase()
  return scenarios
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .filter(({ target }) => target !== undefined || !options.isTargeted)
    .filter(({ isDetail }) => !(options.isQuick && isDetail && wanted === ''))
    .flatMap(scenario =>
      connectionsOf(scenario, options).map(connections => ({
        scenario,
        connections,
        places: placesOf(scenario, connections, options),
      })),
    )
}

/** About how many seconds a case takes, without what is loaded for it. */
export const secondsOf = ({ places }: Case, { rounds, seconds, warmUp }: Options): number =>
  places.length * (2 * warmUp + rounds * 3 * (seconds + 0.2))
