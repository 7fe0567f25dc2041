import { sql } from '../platform/database/sql.ts'
import type { TestStore } from './store.ts'

/** So many more stores, each as the given one in all but its number; nothing else comes with them. */
export const manyStores = ({ db, id }: TestStore, count: number): Promise<number> =>
  db.run(sql`
    insert into stores
    select copy.* from stores s, generate_series(1, ${count}::int) n,
           jsonb_populate_record(s, jsonb_build_object('id', 1000000 + n)) copy
     where s.id = ${id}`)
