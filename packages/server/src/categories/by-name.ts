import { Category, type Localized, type LocalizedInput, localize, mainText, spoken } from '@bodega/api'
import Type from 'typebox'
import type { StoreContext, Write } from '../access/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { create } from './categories.ts'

const { id, parent, name } = Category.properties
const Row = Type.Object({ id, parent, name })

/** The categories of a store by their names in its main language, or else in any: for files and people, who know no ids. */
export interface CategoryNames {
  /** The names from the top down. */
  pathOf(id: number): string[]
  /** The category of this name below the parent; made where it is missing. */
  ensure(call: Write, name: LocalizedInput, parent: number | null): Promise<number>
}

export async function categoryNames(
  db: Queries,
  { id: store, main_language, languages }: StoreContext,
): Promise<CategoryNames> {
  const named = (texts: Localized) => mainText(spoken(texts), main_language)
  const keyOf = (above: number | null, text: string) => `${above ?? ''}/${text}`
  const rows = await db.many(Row, sql`select id, parent, name from categories where store_id = ${store} order by id`)
  const byId = new Map(rows.map(row => [row.id, row]))
  // Of two with the same name at the same place the older one is meant.
  const byName = new Map(rows.toReversed().map(row => [keyOf(row.parent, named(row.name)), row.id]))

  return {
    pathOf(of) {
      const path: string[] = []
      // Not longer than the tree is large, so that it ends even in one that is broken.
      for (let at = byId.get(of); at && path.length < rows.length; at = byId.get(at.parent ?? 0)) {
        path.unshift(named(at.name))
      }
      return path
    },
    async ensure(call, text, above) {
      const key = keyOf(above, named(localize(text, languages)))
      const known = byName.get(key)
      if (known !== undefined) return known
      const made: Category = JSON.parse((await create(call, { name: text, parent: above })).json)
      byName.set(key, made.id)
      return made.id
    },
  }
}
