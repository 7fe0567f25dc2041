import { MaybeText } from '@bodega/api'
import Type from 'typebox'
import { handlesCheck } from '../handles/index.ts'
import { type Check, type Example, ofStore } from '../platform/database/check.ts'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { storeContext } from '../stores/index.ts'
import { aggregatesOf } from './aggregates.ts'
import { isCombined } from './combinations.ts'
import { derived, render, type Shop } from './document.ts'
import { type Aggregate, ProductRow, productColumns } from './rows.ts'
import { unmarkedText } from './search.ts'

export const productChecks: Check[] = [
  {
    name: 'products/counts',
    sentence: 'As many products are counted in each run of ids as there are',
    query: store => sql`
      select store_id, run, coalesce(c.count, 0) as counted, coalesce(p.count, 0) as there
        from (select store_id, run, count from product_counts where ${ofStore('store_id', store)}) c
        full join (select store_id, id >> 10 as run, count(*) as count
                     from products
                    where ${ofStore('store_id', store)}
                    group by 1, 2) p
          using (store_id, run)
       where coalesce(c.count, 0) <> coalesce(p.count, 0)
       order by store_id, run`,
  },
  {
    name: 'products/variants',
    sentence: 'Every product has a variant',
    query: store => sql`
      select store_id, id
        from products p
       where ${ofStore('store_id', store)}
         and not exists (select 1 from variants v where v.store_id = p.store_id and v.product_id = p.id)
       order by store_id, id`,
  },
  {
    name: 'products/values',
    sentence: 'A variant has no more values than its product has attributes',
    query: store => sql`
      select v.store_id, v.product_id, v.id
        from variants v
        join products p on p.store_id = v.store_id and p.id = v.product_id
       where ${ofStore('v.store_id', store)} and jsonb_array_length(v."values") > jsonb_array_length(p.attributes)
       order by v.store_id, v.id`,
  },
  {
    name: 'products/categories',
    sentence: 'A product is linked to the categories that it names, and to no others',
    query: store => sql`
      select store_id, product_id as id, category_id, n.is_named is not null as is_named, l.is_linked is not null as is_linked
        from (select p.store_id, p.id as product_id, c.id::bigint as category_id, true as is_named
                from products p, jsonb_array_elements_text(p.category_ids) c (id)
               where ${ofStore('p.store_id', store)}) n
        full join (select store_id, product_id, category_id, true as is_linked
                     from product_categories
                    where ${ofStore('store_id', store)}) l
          using (store_id, product_id, category_id)
       where n.is_named is null or l.is_linked is null
       order by store_id, product_id, category_id`,
  },
  handlesCheck('product'),
  {
    name: 'products/images',
    sentence: 'The images of a product stand on the places 1 to n, each once',
    query: store => sql`
      select store_id, product_id as id, array_agg(position order by position) as positions
        from images
       where ${ofStore('store_id', store)}
       group by store_id, product_id
      having min(position) <> 1 or max(position) <> count(*) or count(distinct position) <> count(*)
       order by store_id, product_id`,
  },
  {
    name: 'products/shown-images',
    sentence: 'A variant shows an image of its own product, or none',
    query: store => sql`
      select store_id, product_id, id, image_id
        from variants v
       where ${ofStore('store_id', store)} and image_id is not null
         and not exists (select 1 from images i
                          where i.store_id = v.store_id and i.product_id = v.product_id and i.id = v.image_id)
       order by store_id, id`,
  },
  {
    name: 'products/documents',
    sentence: 'The document of a product, and what lists seek and sort by, say what its rows say',
    walk: misrendered,
  },
]

const Kept = Type.Object({
  ...ProductRow.properties,
  document: Type.String(),
  search: Type.String(),
  sort_name: Type.String(),
  sort_price: MaybeText,
  has_promotional_price: Type.Boolean(),
  has_weight: Type.Boolean(),
  has_all_dimensions: Type.Boolean(),
})

const StoreId = Type.Object({ store_id: Type.Integer() })

/** So many products at once: with all their variants they fit into memory, however many products there are. */
const batchSize = 200

async function* misrendered(db: Queries, only?: number): AsyncIterable<Example> {
  const stores = await db.many(
    StoreId,
    sql`select distinct store_id from products where ${ofStore('store_id', only)} order by store_id`,
  )
  for (const { store_id } of stores) {
    const store = await storeContext(db, store_id)
    if (store) yield* misrenderedIn(db, store)
  }
}

/** Those that wait to be rendered anew are passed over. */
async function* misrenderedIn(db: Queries, store: Shop): AsyncIterable<Example> {
  for (let last = 0; ; ) {
    const products = await db.many(
      Kept,
      sql`select ${productColumns}, document, search, sort_name, sort_price, has_promotional_price, has_weight, has_all_dimensions
            from products p
           where store_id = ${store.id} and id > ${last}
             and not exists (select from product_renewals r where r.store_id = p.store_id and r.product_id < p.id)
           order by id limit ${batchSize}`,
    )
    for (const aggregate of await aggregatesOf(db, store.id, products)) {
      const { product } = aggregate
      const columns = wrongColumns(product, aggregate, store)
      if (columns.length > 0) yield { store_id: store.id, id: product.id, columns }
    }
    if (products.length < batchSize) return
    last = products.at(-1)?.id ?? last
  }
}

function wrongColumns(kept: Record<string, unknown>, aggregate: Aggregate, store: Shop): string[] {
  const right = { ...derived(aggregate, store), document: render(aggregate, store) }
  const isUnmarked = kept.search === unmarkedText(aggregate)
  const wrong = Object.entries(right).filter(
    ([column, value]) => kept[column] !== value && !(column === 'search' && isUnmarked),
  )
  return [...wrong.map(([column]) => column), ...(aggregate.variants.every(isCombined) ? [] : ['combination'])]
}
