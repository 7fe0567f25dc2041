import fc from 'fast-check'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import { packing } from './packing.ts'
import { sql } from './sql.ts'

const Row = Type.Object({ text: Type.String() })

test('law: every text comes out as it went in, whatever stands beside it', async () => {
  const { db } = await database()
  // PostgreSQL has no text with a zero in it, and a document has none: JSON writes it otherwise.
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }).map(text => text.replaceAll('\0', '')))
  await fc.assert(
    fc.asyncProperty(texts, async all => {
      const pack = packing()
      const spans = all.map(text => ({ span: pack.add(text) }))
      const rows = await db.many(
        Row,
        sql`
          with ${pack.packed()}
          select ${pack.text(sql`s.span`)} as text
            from json_to_recordset(${JSON.stringify(spans)}::json) as s (span integer[])`,
      )
      expect(rows.map(({ text }) => text)).toEqual(all)
    }),
  )
})
