/** Categories in a sentence, for the tests about them. */
import type { Category, CategoryInput } from '@bodega/api'
import Type from 'typebox'
import { expect } from 'vitest'
import { categoryChecks } from '../categories/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { sql } from '../platform/database/sql.ts'
import type { TestStore } from './store.ts'

export const make = (shop: TestStore, body: CategoryInput) => shop.client.categories.create({ body })
export const read = (shop: TestStore, id: number) => shop.client.categories.get({ params: { id } })
export const change = (shop: TestStore, id: number, body: Partial<CategoryInput>) =>
  shop.client.categories.update({ params: { id }, body })
export const kill = (shop: TestStore, id: number) => shop.client.categories.delete({ params: { id } })

/** A chain of categories, the first at the top. */
export async function chain(shop: TestStore, ...names: string[]): Promise<Category[]> {
  const made: Category[] = []
  for (const name of names) made.push(await make(shop, { name, parent: made.at(-1)?.id ?? null }))
  return made
}

export const ids = (categories: readonly Category[]): number[] => categories.map(({ id }) => id)

const Told = Type.Object({ id: Type.Integer(), told: Type.String() })

/** What was told since the last time: `created 7`, in the order of the journal. */
export function journalOf({ db, id }: TestStore): () => Promise<string[]> {
  let seen = 0
  return async () => {
    const rows = await db.many(
      Told,
      sql`select id, substr(event, 10) || ' ' || (payload ->> 'id') as told from events
           where store_id = ${id} and event like 'category/%' and id > ${seen} order by id`,
    )
    seen = rows.at(-1)?.id ?? seen
    return rows.map(({ told }) => told)
  }
}

export const verified = async ({ db, id }: TestStore): Promise<void> =>
  expect(await findBroken(db, categoryChecks, id)).toEqual([])

export const refusal = (status: number, body: unknown) => expect.objectContaining({ status, body })
