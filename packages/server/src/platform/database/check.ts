import Type from 'typebox'
import type { Db, Queries } from './database.ts'
import { raw, type Sql, sql } from './sql.ts'

/** A rule that the data keeps whatever happens. */
interface Rule {
  /** For scripts, e.g. `locations/dense-priorities`. */
  name: string
  /** What holds, for people. */
  sentence: string
}

/** A rule whose offenders one query finds. */
export interface QueryCheck extends Rule {
  /** The offending rows, of one store where one is given. */
  query(store?: number): Sql
}

/** A rule that SQL cannot tell: the data is walked through, in batches, because all of it may not fit into memory. */
export interface WalkCheck extends Rule {
  walk(db: Queries, store?: number): AsyncIterable<Example>
}

export type Check = QueryCheck | WalkCheck

export type Example = Record<string, unknown>

/** The condition that keeps a query to one store. */
export const ofStore = (column: string, store?: number): Sql =>
  store === undefined ? raw('true') : sql`${raw(column)} = ${store}`

const shown = 10

const Offender = Type.Object({ total: Type.Integer(), example: Type.Record(Type.String(), Type.Unknown()) })

interface Found {
  count: number
  examples: Example[]
}

export interface Broken extends Rule, Found {}

/** Runs the checks and returns those that do not hold, each with its first examples. */
export async function findBroken(db: Queries, checks: readonly Check[], store?: number): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const check of checks) {
    const { name, sentence } = check
    const found = 'query' in check ? await asked(db, check.query(store)) : await walked(check.walk(db, store))
    if (found.count > 0) broken.push({ name, sentence, ...found })
  }
  return broken
}

/** The same on one snapshot and for as long as it takes: a server that is writing meanwhile breaks no check. */
export async function findBrokenAtOnce(db: Db, checks: readonly Check[], store?: number): Promise<Broken[]> {
  return db.tx(
    async tx => {
      // The planner takes a store that was just filled for an empty one, and would compare its tables row by row with
      // each other. A walk takes few rows at a time, for which that is right.
      await tx.script('set local statement_timeout = 0; set local enable_nestloop = off')
      const asked = await findBroken(
        tx,
        checks.filter(check => 'query' in check),
        store,
      )
      await tx.script('set local enable_nestloop = on')
      const walked = await findBroken(
        tx,
        checks.filter(check => 'walk' in check),
        store,
      )
      return [...asked, ...walked]
    },
    { isolation: 'repeatable read' },
  )
}

/**
 * All offenders are found before some are shown: of a limit alone older PostgreSQL concludes that the first rows are enough,
 * and compares each row of a store with each of another table to have them sooner.
 */
async function asked(db: Queries, query: Sql): Promise<Found> {
  const rows = await db.many(
    Offender,
    sql`with offenders as materialized (${query})
        select (select count(*) from offenders) as total, to_jsonb(o) as example from offenders o limit ${shown}`,
  )
  return { count: rows[0]?.total ?? 0, examples: rows.map(({ example }) => example) }
}

async function walked(offenders: AsyncIterable<Example>): Promise<Found> {
  const found: Found = { count: 0, examples: [] }
  for await (const offender of offenders) {
    found.count++
    if (found.examples.length < shown) found.examples.push(offender)
  }
  return found
}
