import { Localized, Nullable } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { wireTimeOf } from '../platform/database/dates.ts'
import { sql } from '../platform/database/sql.ts'
import { ImageRow, VariantRow } from './rows.ts'

const { price, promotional_price, cost, weight, width, height, depth, sku, barcode, values } = VariantRow.properties

const Row = Type.Object({
  variant_id: Type.Integer(),
  product_id: Type.Integer(),
  name: Localized,
  values,
  price,
  promotional_price,
  cost,
  weight,
  width,
  height,
  depth,
  sku,
  barcode,
  free_shipping: Type.Boolean(),
  requires_shipping: Type.Boolean(),
  image: Nullable(Type.Omit(ImageRow, ['product_id'])),
})

/** What a sale must know of a variant. */
export type Sellable = Static<typeof Row>

/**
 * The variants of a sale, by id; those that do not exist are absent. A promotional price of 0, which earlier releases
 * kept, is none. The image is found first and put into words then: of 500 variants with 250 images each that took seconds.
 */
export async function sellables(
  db: Queries,
  store: number,
  variants: readonly number[],
): Promise<Map<number, Sellable>> {
  const rows = await db.many(
    Row,
    sql`
      select v.id as variant_id, v.product_id, p.name, v."values", v.price, nullif(v.promotional_price, 0) as promotional_price, v.cost, v.weight,
             v.width, v.height, v.depth, v.sku, v.barcode, p.free_shipping, p.requires_shipping,
             (select json_build_object('id', i.id, 'src', i.src, 'file', i.file, 'position', i.position, 'alt', i.alt,
                                       'width', i.width, 'height', i.height, 'created_at', ${wireTimeOf(sql`i.created_at`)},
                                       'updated_at', ${wireTimeOf(sql`i.updated_at`)})
                from (select * from images i where i.store_id = v.store_id and i.product_id = v.product_id
                       order by i.id = v.image_id desc nulls last, i.position limit 1) i) as image
        from variants v
        join products p on p.store_id = v.store_id and p.id = v.product_id
       where v.store_id = ${store} and v.id = any(${variants}::bigint[])`,
  )
  return new Map(rows.map(row => [row.variant_id, row]))
}
