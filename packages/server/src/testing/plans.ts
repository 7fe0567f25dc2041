/** What a query reads of a table, by the plan of the very statement that runs. */
import Type from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const Explained = Type.Object({ 'QUERY PLAN': Type.Array(Type.Object({ Plan: Type.Unknown() })) })
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export interface Cost {
  /** Rows of the table, those that a filter dropped included. */
  read: number
  /** Those of them that were read in order to count. */
  counted: number
  /** Those of them for which an index was not enough. */
  fetched: number
  isSequential: boolean
}

/** Runs a body with a database that explains each query before it answers it. */
export async function costOf<T>(
  of: Queries,
  table: string,
  body: (db: Queries) => Promise<T>,
): Promise<Cost & { result: T }> {
  const cost: Cost = { read: 0, counted: 0, fetched: 0, isSequential: false }
  const many: Queries['many'] = async (schema, statement: Sql) => {
    const [row] = await of.many(Explained, sql`explain (analyze, format json) ${statement}`)
    for (const node of nodesOf(row?.['QUERY PLAN'][0]?.Plan as Node)) {
      if (node['Relation Name'] !== table) continue
      if (node['Node Type'] === 'Seq Scan') cost.isSequential = true
      const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      cost.read += rows
      if (statement.text.includes('count(*)')) cost.counted += rows
      if (node['Node Type'] !== 'Index Only Scan') cost.fetched += rows
    }
    return of.many(schema, statement)
  }
  const result = await body({
    ...of,
    many,
    one: async (schema, statement) => (await many(schema, statement))[0] as never,
    maybe: async (schema, statement) => (await many(schema, statement))[0],
  })
  return { ...cost, result }
}
