import { type Sql, sql } from '../platform/database/sql.ts'

/** A store `s` as partners look for it: by a part of its name in any language, or by its id. */
export const isStore = (q: string | undefined): Sql[] =>
  q
    ? [
        sql`(s.id::text = ${q} or exists (
              select 1 from jsonb_each_text(s.name) n where position(lower(${q}) in lower(n.value)) > 0))`,
      ]
    : []
