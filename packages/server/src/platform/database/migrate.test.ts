import Type from 'typebox'
import { expect, test } from 'vitest'
import { open } from '../../testing/database.ts'
import { signal, untilBlocked } from '../../testing/waiting.ts'
import { connect } from './database.ts'
import { appliedVersion, type Migration, migrate, migrations, NewerDatabaseError } from './migrate.ts'
import { sql } from './sql.ts'

const Row = Type.Object({ version: Type.Integer() })

test('started by several processes at once, every migration runs once', async () => {
  const { db, url } = await open(false)
  const others = [connect({ url, size: 2 }), connect({ url, size: 2 }), connect({ url, size: 2 })]
  const applied = await Promise.all([db, ...others.map(({ everywhere }) => everywhere)].map(each => migrate(each)))
  await Promise.all(others.map(other => other.close()))

  expect(
    applied
      .flat()
      .map(({ version }) => version)
      .toSorted((a, b) => a - b),
  ).toEqual(migrations.map(({ version }) => version))
  const rows = await db.many(Row, sql`select version from migrations order by version`)
  expect(rows).toEqual(migrations.map(({ version }) => ({ version })))
  expect(await migrate(db)).toEqual([])
})

test('a database that is newer than the code is refused in one line, and not touched', async () => {
  const { db } = await open(false)
  await migrate(db, [])
  await db.run(sql`insert into migrations (version, name) values (9999, '9999_future.sql')`)
  const refusal = await migrate(db).catch(error => error)
  expect(refusal).toBeInstanceOf(NewerDatabaseError)
  expect(refusal.message).toMatch(/^the database is at migration 9999, this release knows \d+: [^\n]+$/)
  const tables = await db.run(sql`select 1 from information_schema.tables where table_name = 'stores'`)
  expect(tables).toBe(0)
})

const Index = Type.Object({ name: Type.String() })

test('no index is the beginning of another, which would do its work and be written besides', async () => {
  const { db } = await open(true)
  const found = await db.many(
    Index,
    sql`
      select a.indexrelid::regclass::text as name
        from pg_index a
        join pg_class c on c.oid = a.indexrelid and c.relnamespace = 'public'::regnamespace
        join pg_index b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid
       where not a.indisunique and a.indpred is null and b.indpred is null and a.indexprs is null and b.indexprs is null
         and starts_with(b.indkey::text || ' ', a.indkey::text || ' ')
         and starts_with(b.indoption::text || ' ', a.indoption::text || ' ')
         and starts_with(b.indclass::text || ' ', a.indclass::text || ' ')`,
  )
  expect(found).toEqual([])
})

const step = (version: number, text: string): Migration => ({ version, name: `${version}.sql`, text })

test('a migration that fails leaves nothing behind, and runs again when it is mended', async () => {
  const { db } = await open(false)
  const first = step(1, 'create table one (id integer); create table two (id integer);')
  const broken = step(2, 'create table three (id integer); insert into nowhere values (1);')
  await expect(migrate(db, [first, broken])).rejects.toThrow('nowhere')
  expect(await appliedVersion(db)).toBe(1)
  const mended = step(2, 'create table three (id integer);')
  expect(await migrate(db, [first, mended])).toEqual([mended])
  expect(await appliedVersion(db)).toBe(2)
})

test('a migration that waits for a table holds nobody up for long, and comes through when the table is free', async () => {
  const { db } = await open(false)
  await migrate(db, [step(1, 'create table one (id integer)')])
  const [reading, released] = [signal(), signal()]
  const reader = db.tx(async tx => {
    await tx.run(sql`select id from one`)
    reading.give()
    await released.promise
  })
  await reading.promise
  const migrating = migrate(db, [step(1, ''), step(2, 'alter table one add column name text')])
  await untilBlocked(db)
  const begin = performance.now()
  await db.run(sql`select id from one`)
  // Behind a migration that waited on and on it would wait until its own time is up, 10 seconds.
  expect(performance.now() - begin).toBeLessThan(9000)
  released.give()
  await reader
  expect(await migrating).toMatchObject([{ version: 2 }])
})

test('the files are numbered without a gap, and each number once', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  for (const { name } of migrations) expect(name).toMatch(/^\d{4}_[a-z_]+\.sql$/)
})
