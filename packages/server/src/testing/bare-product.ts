import Type from 'typebox'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

const Id = Type.Object({ id: Type.Integer() })

/** A row that images can belong to, for tests that are not about products. */
export async function bareProduct(db: Db, store: number): Promise<number> {
  const { id } = await db.one(
    Id,
    sql`insert into products (store_id, name, description, handle, attributes, published, free_shipping, requires_shipping,
               seo_title, seo_description, tags, created_at, updated_at, category_ids, search, sort_name,
               has_promotional_price, has_weight, has_all_dimensions, document)
        values (${store}, '{}', '{}', '{}', '[]', true, false, true, '{}', '{}', '', now(), now(), '[]', '', '', false, false,
                false, '')
        returning id`,
  )
  return id
}
