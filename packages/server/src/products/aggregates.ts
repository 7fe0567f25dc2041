import type { Queries } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { type Aggregate, ImageRow, imageColumns, type ProductRow, VariantRow, variantColumns } from './rows.ts'

type Parts = Pick<Aggregate, 'variants' | 'images'>

/** What belongs to some products, asked together: says it of each. */
export async function partsOf(db: Queries, store: number, meant: Sql): Promise<(product: number) => Parts> {
  const of = sql`where store_id = ${store} and product_id ${meant} order by product_id, position, id`
  const [variants, images] = await Promise.all([
    db.many(VariantRow, sql`select ${variantColumns} from variants ${of}`),
    db.many(ImageRow, sql`select ${imageColumns} from images ${of}`),
  ])
  const [variantsOf, imagesOf] = [byProduct(variants), byProduct(images)]
  return product => ({ variants: variantsOf(product), images: imagesOf(product) })
}

/** Products of a store with all that is their own, for those who walk through many. */
export async function aggregatesOf<P extends ProductRow>(
  db: Queries,
  store: number,
  products: readonly P[],
): Promise<(Aggregate & { product: P })[]> {
  const parts = await partsOf(db, store, sql`= any(${products.map(({ id }) => id)}::bigint[])`)
  return products.map(product => ({ product, ...parts(product.id) }))
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
