import fc from 'fast-check'
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import type { Db, Queries } from './database.ts'
import { raw, sql } from './sql.ts'

let db: Db
beforeAll(async () => {
  db = (await database()).db
  await db.run(raw('create table copied (store bigint, id bigint primary key, text text, "values" jsonb)'))
})

const Row = Type.Object({
  id: Type.Integer(),
  text: Type.Union([Type.String(), Type.Null()]),
  values: Type.Unknown(),
})
const all = () => db.many(Row, sql`select id, text, "values" from copied where store = 5 order by id`)
const common = { store: 5 }

test('law: rows come out as they went in', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map(some => some.replaceAll('\0', '').toWellFormed()),
    fc.constantFrom('\\N', '\\.', '\\', '\t', '\n', '\r\n', '\\n', '"', '', ' ', '\u0001'),
  )
  // Node.js 24 takes other names for one with a backslash, once it has read that one.
  const name = text.map(some => some.replaceAll('\\', '/'))
  const row = fc.record({
    text: fc.option(text),
    values: fc.option(fc.oneof(fc.array(text), fc.dictionary(name, text))),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async given => {
      const rows = given.map((one, id) => ({ id, ...one }))
      await db.tx(async tx => {
        await tx.run(raw('delete from copied'))
        await tx.copy('copied', { rows, common })
      })
      expect(await all()).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})

test('whatever is asked at the same time gets its own answer', async () => {
  const One = Type.Object({ one: Type.Integer() })
  const ask = (tx: Queries, n: number) => tx.one(One, sql`select ${n}::int as one, pg_sleep(0.01)::text as slept`)
  const answers = await db.tx(async tx => {
    await tx.run(raw('delete from copied'))
    return Promise.all([
      ask(tx, 1),
      tx.copy('copied', { rows: [{ id: 1 }], common }),
      ask(tx, 2),
      tx.copy('copied', { rows: [{ id: 2 }], common }),
      ask(tx, 3),
      ask(tx, 4),
    ])
  })
  expect(answers).toMatchObject([{ one: 1 }, undefined, { one: 2 }, undefined, { one: 3 }, { one: 4 }])
  expect((await all()).map(({ id }) => id)).toEqual([1, 2])
})

test('what the database refuses is told as ever, and nothing of the transaction stays', async () => {
  await db.run(raw('delete from copied'))
  const twice = db.tx(async tx => {
    await tx.run(sql`insert into copied (store, id) values (5, 7)`)
    await tx.copy('copied', { rows: [{ id: 8 }, { id: 7 }], common })
  })
  await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'copied_pkey' })
  expect(await all()).toEqual([])
  // The connections are as good as before.
  await Promise.all(Array.from({ length: 20 }, () => db.tx(tx => tx.run(sql`select 1`))))
  await db.tx(tx => tx.copy('copied', { rows: [{ id: 9 }], common }))
  expect((await all()).map(({ id }) => id)).toEqual([9])
})
