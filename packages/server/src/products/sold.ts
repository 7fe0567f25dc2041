import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

/** So many more units of a product were sold, or fewer. */
export interface Sale {
  product_id: number
  units: number
}

/**
 * What `best-selling` sorts by. A sale is no change of the product: it keeps its `updated_at`, and nobody is told; the
 * order tells. Products that are gone are passed over. Rows are locked in the order of their ids.
 */
export async function addSold(tx: Tx, store: number, sales: readonly Sale[]): Promise<void> {
  await tx.run(sql`
    with held as (
      select p.id, s.units
        from products p
        join jsonb_to_recordset(${json(sales)}) as s (product_id bigint, units bigint) on s.product_id = p.id
       where p.store_id = ${store}
       order by p.id
         for no key update of p
    )
    update products p set sold = p.sold + h.units
      from held h
     where p.store_id = ${store} and p.id = h.id`)
}
