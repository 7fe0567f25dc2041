import Type from 'typebox'
import { expect, test } from 'vitest'
import { open } from '../../testing/database.ts'
import { atEnd } from '../../testing/ending.ts'
import { databaseUrl } from '../../testing/setup.ts'
import { connect, type Db } from './database.ts'
import { UnfitDatabaseError } from './ground.ts'
import { migrate } from './migrate.ts'
import { raw, sql } from './sql.ts'

const Name = Type.Object({ name: Type.String() })
const tables = async (db: Db) =>
  (
    await db.many(
      Name,
      sql`select tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
  ).map(({ name }) => name)

/** As an administrator left it, and a connection that finds it so. */
async function prepared(...statements: string[]): Promise<Db> {
  const { db, url } = await open(false)
  const name = new URL(url).pathname.slice(1)
  for (const statement of statements) await db.run(raw(statement.replace('NAME', name)))
  const database = connect({ url, size: 1, strict: true })
  atEnd(() => database.close())
  return database.everywhere
}

async function refused(db: Db): Promise<string> {
  const before = await tables(db)
  const refusal = await migrate(db).catch(error => error)
  expect(refusal).toBeInstanceOf(UnfitDatabaseError)
  expect(await tables(db)).toEqual(before)
  return refusal.message
}

test('tables of something else are left alone, also those of another tool for migrations', async () => {
  const shop = await prepared('create table products (id integer)', 'create view orders as select 1 as id')
  expect(await refused(shop)).toContain('something else has orders, products there')
  const tool = await prepared('create table migrations (id integer, migration text, batch integer)')
  expect(await refused(tool)).toContain('something else has migrations there')
})

test('tables that are not in the way stay beside ours, in a schema of any name', async () => {
  const db = await prepared(
    'create schema "My Shop"',
    'create table "My Shop".invoices (id integer)',
    'alter database NAME set search_path = "My Shop"',
  )
  await migrate(db)
  expect(await tables(db)).toEqual(expect.arrayContaining(['invoices', 'products']))
})

test('a search_path that leads nowhere, or not to the extensions, is named', async () => {
  expect(await refused(await prepared("alter database NAME set search_path = ''"))).toContain('names no schema')
  const hidden = await prepared('create schema apart', 'create extension pg_trgm schema apart')
  expect(await refused(hidden)).toContain('the extensions pg_trgm are in a schema that search_path does not name')
})

/** Connections are those of a user who owns nothing: there is one on every server that held our data before. */
const poor = 'alter database NAME set role = bodega_store'

test('a user who may not make what is needed is named, and what to do', async () => {
  const user = 'the user bodega_store may not make'
  expect(await refused(await prepared(poor))).toContain(`${user} tables in it: let bodega_store own it`)
  const guest = await prepared('grant create on schema public to bodega_store', poor)
  expect(await refused(guest)).toMatch(new RegExp(`${user} the extensions .+: let bodega_store own it, or an administ`))
})

test('a user who does not own the database has a home in a schema where the extensions are made already', async () => {
  const db = await prepared(
    'create schema shop authorization bodega_store',
    'create extension pg_trgm schema shop',
    'create extension btree_gin schema shop',
    'alter database NAME set search_path = shop',
    poor,
  )
  await migrate(db)
  expect(await tables(db)).toContain('products')
})

test('letters that would be lost, or not be found again, are refused', async () => {
  const { db, url } = await open(false)
  const name = `${new URL(url).pathname.slice(1)}_latin`
  await db.run(raw(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`))
  const latin = connect({ url: databaseUrl(url, name), size: 1 })
  atEnd(() => latin.close())
  expect(await refused(latin.everywhere)).toContain('its encoding is LATIN1')
  // Stands for a Turkish locale, which not every system has.
  const turkish = await prepared(
    `create function public.lower(text) returns text language sql as $$ select translate($1, 'I', 'ı') $$`,
    'alter database NAME set search_path = public, pg_catalog',
  )
  expect(await refused(turkish)).toContain('the small letter of I is not i')
})
