import Type from 'typebox'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const Plan = Type.Object({ plan_name: Type.String(), rate_factor: Type.Integer() })

/** The plan, and how many times the rate limit of the settings comes with it (D13). */
export const planOf = (db: Queries, store: number) =>
  db.one(Plan, sql`select plan_name, rate_factor from stores where id = ${store}`)

/** What a store can be on; an operator decides. */
export const plans: Readonly<Record<string, { rate_factor: number }>> = {
  standard: { rate_factor: 1 },
  plus: { rate_factor: 10 },
}

export async function choosePlan(tx: Tx, store: number, plan: string): Promise<void> {
  const { rate_factor } = plans[plan] ?? { rate_factor: 1 }
  await tx.run(sql`update stores set plan_name = ${plan}, rate_factor = ${rate_factor} where id = ${store}`)
}
