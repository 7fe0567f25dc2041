import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { type Aggregate, ImageRow, imageColumns, type ProductRow, VariantRow, variantColumns } from './rows.ts'

/** Products of a store with all that is their own, for those who walk through many. */
export async function aggregatesOf<P extends ProductRow>(
  db: Queries,
  store: number,
  products: readonly P[],
): Promise<(Aggregate & { product: P })[]> {
  const ids = products.map(({ id }) => id)
  const of = sql`where store_id = ${store} and product_id = any(${ids}::bigint[]) order by position, id`
  const variants = byProduct(await db.many(VariantRow, sql`select ${variantColumns} from variants ${of}`))
  const images = byProduct(await db.many(ImageRow, sql`select ${imageColumns} from images ${of}`))
  return products.map(product => ({ product, variants: variants(product.id), images: images(product.id) }))
}

function byProduct<R extends { product_id: number }>(rows: readonly R[]): (product: number) => R[] {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const group = groups.get(row.product_id)
    if (group) group.push(row)
    else groups.set(row.product_id, [row])
  }
  return product => groups.get(product) ?? []
}
