import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { database } from '../../testing/database.ts'
import { store } from '../../testing/store.ts'
import { sql } from './sql.ts'
import { TooLarge, usualVolume } from './volume.ts'

const Row = Type.Object({ text: Type.String() })
const long = (length: number) => sql`select repeat('x', ${length}::int) as text`
const many = (rows: number) => sql`select repeat('x', 10000) as text from generate_series(1, ${rows})`

describe('a question may be answered with so many bytes', () => {
  test('in one row or in several, and with no more', async () => {
    const { database: stores } = await database()
    const db = stores.of(1, 1_000_000)
    expect(await db.many(Row, long(900_000))).toHaveLength(1)
    expect(await db.many(Row, many(90))).toHaveLength(90)
    await expect(db.many(Row, long(1_100_000))).rejects.toThrow(TooLarge)
    await expect(db.many(Row, many(110))).rejects.toThrow(TooLarge)
    await expect(db.maybe(Row, long(usualVolume + 1_000_000))).rejects.toThrow(TooLarge)
  })

  test('each by itself, however many are asked', async () => {
    const { database: stores } = await database()
    const db = stores.of(1, 1_000_000)
    for (let i = 0; i < 40; i++) expect(await db.many(Row, long(900_000))).toHaveLength(1)
    const all = await Promise.all(Array.from({ length: 40 }, () => db.many(Row, long(900_000))))
    expect(all.flat()).toHaveLength(40)
  })

  test('others who have the connection next may be answered with more', async () => {
    const { database: stores } = await database()
    const [first] = await Promise.allSettled(
      [1_000_000, undefined].map(largest => stores.of(1, largest).many(Row, long(10_000_000))),
    )
    expect(first).toMatchObject({ status: 'rejected' })
    for (let i = 0; i < 20; i++) {
      expect(await stores.of(1, 1_000_000).many(Row, long(1))).toHaveLength(1)
      expect(await stores.of(1).many(Row, long(2_000_000))).toHaveLength(1)
    }
  })

  test('where connections are shared the others are answered all the same, and who may have more gets it', async () => {
    const { db } = await database()
    const short = Array.from({ length: 40 }, () => db.maybe(Row, long(1)))
    const large = db.maybe(Row, long(usualVolume + 1_000_000))
    const after = Array.from({ length: 40 }, () => db.maybe(Row, long(1)))
    expect((await large)?.text).toHaveLength(usualVolume + 1_000_000)
    expect(await Promise.all([...short, ...after])).toHaveLength(80)
  })

  test('in a transaction, too, of which nothing is left then', async () => {
    const { database: stores, db } = await database()
    const { id } = await store()
    const failing = stores.of(id, 1_000_000).tx(async tx => {
      expect(await tx.run(sql`update stores set main_currency = 'USD' where id = ${id}`)).toBe(1)
      await tx.many(Row, long(2_000_000))
    })
    await expect(failing).rejects.toThrow(TooLarge)
    expect(await db.run(sql`select from stores where id = ${id} and main_currency = 'USD'`)).toBe(0)
  })

  test('but not behind the commit: whoever asks with it would not know what became of it', async () => {
    const { database: stores, db } = await database()
    const { id } = await store()
    const told = await stores.of(id, 1_000_000).tx(async tx => {
      tx.send(sql`update stores set main_currency = 'USD' where id = ${id}`)
      const rows = tx.many(Row, long(2_000_000))
      rows.catch(() => {})
      return () => rows
    })
    expect(await told()).toHaveLength(1)
    expect(await db.run(sql`select from stores where id = ${id} and main_currency = 'USD'`)).toBe(1)
  })
})
