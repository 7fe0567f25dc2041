import { handlesCheck } from '../handles/index.ts'
import { type Check, ofStore } from '../platform/database/check.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { documentOf } from './document.ts'

/** All that can be reached from the top, and how each is shown. Who stands in a circle is not among them. */
const shown = (store?: number): Sql => sql`
  with recursive shown as (
    select store_id, id, visibility = 'hidden' as shades, visibility
      from categories
     where ${ofStore('store_id', store)} and parent is null
     union all
    select c.store_id, c.id, s.shades or c.visibility = 'hidden',
           case when c.visibility = 'visible' and s.shades then 'soft-hidden' else c.visibility end
      from shown s
      join categories c on c.store_id = s.store_id and c.parent = s.id
  )`

const document = documentOf({
  subcategories: sql`
    coalesce((select '[' || string_agg(child.id::text, ',' order by child.id) || ']'
                from categories child
               where child.store_id = c.store_id and child.parent = c.id), '[]')`,
  visibility: sql`s.visibility`,
  visibility_updated_at: sql`c.visibility_updated_at`,
  updated_at: sql`c.updated_at`,
})

export const categoryChecks: Check[] = [
  {
    name: 'categories/no-circles',
    sentence: 'Above every category there is one at the top: parents never lead in a circle',
    query: store => sql`
      ${shown(store)}
      select c.store_id, c.id, c.parent
        from categories c
       where ${ofStore('c.store_id', store)}
         and not exists (select 1 from shown s where s.store_id = c.store_id and s.id = c.id)
       order by c.store_id, c.id`,
  },
  {
    name: 'categories/documents',
    sentence: 'The document of a category says what its row and the tree around it say',
    query: store => sql`
      ${shown(store)}
      select c.store_id, c.id, c.document
        from categories c
        join shown s on s.store_id = c.store_id and s.id = c.id
       where c.document <> ${document}
       order by c.store_id, c.id`,
  },
  handlesCheck('category'),
]
