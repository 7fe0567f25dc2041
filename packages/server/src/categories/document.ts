import type { Tx } from '../platform/database/database.ts'
import { wireTimeOf } from '../platform/database/dates.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Shift } from './tree.ts'

/** What a row of `categories` does not say of itself, as expressions. */
interface Around {
  /** A JSON array as text. */
  subcategories: Sql
  visibility: Sql
  visibility_updated_at: Sql
  updated_at: Sql
}

/**
 * The category as it is answered, from its row `c`. An expression of SQL, because one write can change a thousand
 * documents, and their descriptions need not travel for that.
 */
export const documentOf = ({ subcategories, visibility, visibility_updated_at, updated_at }: Around): Sql => sql`
  (select row_to_json(answer)::text
     from (select c.id, c.name, c.description, c.handle, c.parent, ${subcategories}::json as subcategories,
                  ${visibility} as visibility, ${wireTimeOf(visibility_updated_at)} as visibility_updated_at,
                  c.google_shopping_category, c.seo_title, c.seo_description, ${wireTimeOf(sql`c.created_at`)} as created_at,
                  ${wireTimeOf(updated_at)} as updated_at) answer)`

/** Renders all that changed anew, from the rows and the places they have now, and dates it. */
export async function rerender(tx: Tx, store: number, now: Date, { places, changed, turned }: Shift): Promise<void> {
  const those = [...places].filter(([id]) => changed.has(id))
  const turnedAt = sql`case when place.is_turned then ${now}::timestamptz else c.visibility_updated_at end`
  const changedAt = sql`greatest(c.updated_at, ${now}::timestamptz)`
  const document = documentOf({
    subcategories: sql`place.subcategories`,
    visibility: sql`place.visibility`,
    visibility_updated_at: turnedAt,
    updated_at: changedAt,
  })
  await tx.run(sql`
    update categories c
       set document = ${document}, updated_at = ${changedAt}, visibility_updated_at = ${turnedAt}
      from unnest(${those.map(([id]) => id)}::bigint[],
                  ${those.map(([, { subcategories }]) => JSON.stringify(subcategories))}::text[],
                  ${those.map(([, { visibility }]) => visibility)}::text[],
                  ${those.map(([id]) => turned.has(id))}::boolean[]) as place (id, subcategories, visibility, is_turned)
     where c.store_id = ${store} and c.id = place.id`)
}
