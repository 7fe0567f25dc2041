import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database, open } from '../../testing/database.ts'
import { atEnd } from '../../testing/ending.ts'
import { meet } from '../../testing/locks.ts'
import { aLocation, store } from '../../testing/store.ts'
import { appliedVersion, migrate, migrations } from '../database/migrate.ts'
import { raw, sql } from '../database/sql.ts'
import { backup } from './backup.ts'
import { findTables } from './catalogue.ts'
import { BackupError } from './error.ts'
import { described, type Entry, writeFile } from './file.ts'
import { type Header, inspect } from './format.ts'
import { type RestoreOptions, restore } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'bodega backup '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let names = 0
const newPath = () => join(folder, `${names++}`)

const none = join(folder, 'no images')
const made = { images: none, release: '1.2.3', now: new Date('2026-07-11T01:29:50Z') }

const isElsewhere = (other: string): boolean => existsSync(other) && statSync(other).dev !== statSync(folder).dev

/** As the command does it: the file is read through first. */
const bringBack = async (path: string, options: RestoreOptions) => restore(path, await inspect(path), options)

const newest = migrations.at(-1)?.version ?? 0

/** What stands in every table, as the database itself writes it. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const rows: Record<string, string[]> = {}
    for (const { name } of await findTables(client)) {
      const found = await client.query(`select t::text as row from ${pg.escapeIdentifier(name)} t order by 1`)
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  } finally {
    await client.end()
  }
}

describe('a backup that is brought back', () => {
  const images = newPath()
  const picture = randomBytes(3_000_000)

  beforeAll(() => {
    mkdirSync(join(images, 'ab'), { recursive: true })
    writeFileSync(join(images, 'ab', 'picture.webp'), picture)
    writeFileSync(join(images, 'empty'), '')
  })

  test('is equal, table by table and file by file', async () => {
    const { url } = await database()
    const { client, request, id } = await store({ name: 'Tab\there, \\N and "quotes"\nbelow' })
    const first = await client.locations.create({ body: aLocation({ name: 'Depósito 🏬 \\. \t\r\n' }) })
    await client.locations.create({ body: aLocation() })
    await request('POST', `/v1/${id}/locations`, { body: aLocation(), headers: { 'idempotency-key': 'once' } })

    const path = newPath()
    const told = await backup(path, { ...made, url, images })
    const target = await open(false)
    const newImages = newPath()
    const restored = await bringBack(path, { ...target, images: newImages })

    const before = await contents(url)
    expect(before.locations).toHaveLength(3)
    expect(before.idempotency_keys).toHaveLength(1)
    expect(await contents(target.url)).toEqual(before)
    expect(restored.rows).toEqual(told.rows)
    expect(told.rows).toEqual(Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])))
    expect(told.rows).not.toHaveProperty('rate_buckets')
    expect(readFileSync(join(newImages, 'ab', 'picture.webp')).equals(picture)).toBe(true)
    expect(statSync(join(newImages, 'empty')).size).toBe(0)
    expect(statSync(join(newImages, 'ab', 'picture.webp')).mode & 0o777).toBe(0o600)
    expect(readdirSync(newImages).sort()).toEqual(['ab', 'empty'])
    expect(await appliedVersion(target.db)).toBe(newest)
    expect(first.name).toMatchObject({ pt_BR: 'Depósito 🏬 \\. \t\r\n' })
  })

  test.skipIf(!isElsewhere('/dev/shm'))('comes into a folder of images on a disk of its own', async () => {
    const { url } = await database()
    const path = newPath()
    await backup(path, { ...made, url, images })
    const disk = mkdtempSync('/dev/shm/bodega-')
    const linked = newPath()
    symlinkSync(disk, linked)
    try {
      await bringBack(path, { ...(await open(false)), images: linked })
      expect(readdirSync(disk).sort()).toEqual(['ab', 'empty'])
    } finally {
      rmSync(disk, { recursive: true })
    }
  })

  test('says the same of times, however the database writes them', async () => {
    const odd = await open(true)
    await odd.db.run(
      sql`insert into accounts (email, name, password_hash, created_at) values ('a@test.example', '', 'x', '2026-03-05T10:00Z')`,
    )
    await odd.db.run(raw(`alter database ${new URL(odd.url).pathname.slice(1)} set datestyle = 'SQL, DMY'`))
    const path = newPath()
    await backup(path, { ...made, url: odd.url })
    const target = await open(false)
    await bringBack(path, { ...target, images: newPath() })
    expect((await contents(target.url)).accounts?.join()).toContain('2026-03-05 10:00:00+00')
  })

  test('leaves out what somebody keeps beside our tables for themselves', async () => {
    const { db, url } = await open(true)
    await db.run(raw('create table watched (id integer)'))
    await db.run(raw('revoke all on watched from current_user'))
    const path = newPath()
    expect((await backup(path, { ...made, url })).rows).not.toHaveProperty('watched')
    await bringBack(path, { ...(await open(false)), images: newPath() })
  })

  test('says in one line what somebody else must make first', async () => {
    const { db, url } = await open(true)
    await db.run(raw('create table notes (id integer)'))
    const path = newPath()
    await backup(path, { ...made, url })
    const target = await open(false)
    await expect(bringBack(path, { ...target, images: newPath() })).rejects.toThrow(BackupError)
    await target.db.run(raw('create table notes (id integer)'))
    await bringBack(path, { ...target, images: newPath() })
  })

  test('is not made by a user from whom PostgreSQL hides rows', async () => {
    const { db, url } = await open(true)
    await db.run(raw('grant select on all tables in schema public to bodega_store'))
    await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set role = bodega_store`))
    const refusal = 'query would be affected by row-level security'
    await expect(backup(newPath(), { ...made, url })).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining(refusal),
    })
  })

  test('is not made while a migration is: what that wrote anew would be missing', async () => {
    const { db, url } = await open(true)
    await db.run(
      sql`insert into accounts (email, name, password_hash, created_at) values ('a@test.example', '', 'x', ${made.now})`,
    )
    const rewriting = `
      alter table accounts add column more text default gen_random_uuid()::text;
      insert into migrations (version, name) values (${newest + 1}, 'next')`
    const path = newPath()
    const during = meet(
      db,
      tx => tx.script(rewriting),
      () => backup(path, { ...made, url }),
    )
    await expect(during).rejects.toThrow('migrated at this moment')
    expect(existsSync(path)).toBe(false)
    expect((await backup(path, { ...made, url })).rows).toMatchObject({ accounts: 1 })
  })

  test('gives no id a second time, not even that of a row that is gone', async () => {
    const { db, url } = await database()
    const Id = Type.Object({ id: Type.Integer() })
    const addAccount = (to: typeof db, email: string) =>
      to.one(
        Id,
        sql`insert into accounts (email, name, password_hash, created_at) values (${email}, '', 'x', ${made.now}) returning id`,
      )
    const gone = await addAccount(db, 'gone@test.example')
    await db.run(sql`delete from accounts where id = ${gone.id}`)
    const path = newPath()
    await backup(path, { ...made, url })
    const target = await open(false)
    await bringBack(path, { ...target, images: newPath() })
    expect((await addAccount(target.db, 'new@test.example')).id).toBeGreaterThan(gone.id)
  })

  test('is for its owner only, and replaces an older one whole', async () => {
    const { url } = await database()
    const path = newPath()
    writeFileSync(path, 'older')
    const { bytes } = await backup(path, { ...made, url })
    expect(statSync(path)).toMatchObject({ size: bytes })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('takes away what one that was killed has left behind, and so does bringing it back', async () => {
    const { url } = await database()
    const own = newPath()
    mkdirSync(own)
    const path = join(own, 'backup.gz')
    // No system has processes of this number; of the one with ours nobody knows whether it is at work.
    writeFileSync(`${path}.999999999.part`, 'half of it')
    writeFileSync(`${path}.${process.pid}`, 'of others')
    writeFileSync(join(own, 'other.gz.999999999.part'), 'of another one')
    await backup(path, { ...made, url, images })
    expect(readdirSync(own).sort()).toEqual(['backup.gz', `backup.gz.${process.pid}`, 'other.gz.999999999.part'])

    const newImages = newPath()
    mkdirSync(join(newImages, '.restored.999999999.part', 'ab'), { recursive: true })
    await bringBack(path, { ...(await open(false)), images: newImages })
    expect(readdirSync(newImages).sort()).toEqual(['ab', 'empty'])
  })

  test('of an older release is brought up to date', async () => {
    const old = await open(false)
    await migrate(old.db, migrations.slice(0, 2))
    await old.db.run(
      sql`insert into accounts (email, name, password_hash, created_at) values ('a@b.c', '', 'x', ${made.now})`,
    )
    const path = newPath()
    expect(await backup(path, { ...made, url: old.url })).toMatchObject({ migration: 2 })
    const target = await open(false)
    await bringBack(path, { ...target, images: newPath() })
    expect(await appliedVersion(target.db)).toBe(newest)
    expect((await contents(target.url)).accounts).toHaveLength(1)
  })

  test('goes on to the next host where one takes connections and stands still', async () => {
    const frozen = createServer().listen(0, '127.0.0.1')
    await once(frozen, 'listening')
    atEnd(async () => void frozen.close())
    const { port } = frozen.address() as AddressInfo
    const { url } = await open(true)
    const two = url.replace(/@([^/]+)/, `@127.0.0.1:${port},$1`)
    expect(await backup(newPath(), { ...made, url: two })).toMatchObject({ migration: newest })
  })

  test('is of one moment, although others write', async () => {
    const { db, url } = await open(true)
    const Store = Type.Object({ id: Type.Integer() })
    const { id } = await db.one(
      Store,
      sql`
        insert into stores (name, email, country, languages, main_language, main_currency, admin_language, created_at)
        values ('{}', 'a@b.c', 'BR', '{}', 'pt', 'BRL', 'pt', now()) returning id`,
    )
    // Accounts are read before events, and are large enough that writers get in between.
    await db.run(sql`
      insert into accounts (email, name, password_hash, created_at)
      select n || '@test.example', '', repeat(md5(n::text), 20), now() from generate_series(1, 20000) n`)
    let isDone = false
    let written = 0
    const write = async () => {
      while (!isDone) {
        await db.tx(async tx => {
          const account = await tx.one(
            Store,
            sql`
              insert into accounts (email, name, password_hash, created_at)
              values (gen_random_uuid() || '@test.example', '', 'x', now()) returning id`,
          )
          await tx.run(
            sql`insert into members (store_id, account_id, role, created_at) values (${id}, ${account.id}, 'staff', now())`,
          )
          await tx.run(sql`
            insert into events (store_id, event, payload, created_at)
            values (${id}, 'test', jsonb_build_object('id', ${account.id}::bigint), now())`)
        })
        written++
      }
    }
    const writers = [write(), write(), write()]
    const path = newPath()
    const told = await backup(path, { ...made, url })
    const atEnd = written
    isDone = true
    await Promise.all(writers)

    const target = await open(false)
    await bringBack(path, { ...target, images: newPath() })
    const Counts = Type.Object({ members: Type.Integer(), events: Type.Integer(), both: Type.Integer() })
    const counts = await target.db.one(
      Counts,
      sql`
        select (select count(*) from members) as members, (select count(*) from events) as events,
               (select count(*) from members m join accounts a on a.id = m.account_id
                  join events e on (e.payload ->> 'id')::bigint = a.id) as both`,
    )
    expect(counts.events).toBe(counts.members)
    expect(counts.both).toBe(counts.members)
    expect(told.rows.events).toBe(counts.events)
    // Otherwise nothing was written while the tables were read, and the test shows nothing.
    expect(counts.events).toBeLessThan(atEnd)
  })
})

describe('a file that is not whole', () => {
  let path: string
  let bytes: Buffer

  beforeAll(async () => {
    const { url } = await database()
    path = newPath()
    await backup(path, { ...made, url })
    bytes = readFileSync(path)
  })

  const changed = (change: (copy: Buffer) => Buffer): string => {
    const damaged = newPath()
    writeFileSync(damaged, change(Buffer.from(bytes)))
    return damaged
  }

  async function refused(damaged: string): Promise<void> {
    const target = await open(false)
    const images = newPath()
    await expect(bringBack(damaged, { ...target, images })).rejects.toThrow(BackupError)
    expect(await contents(target.url)).toEqual({})
    expect(existsSync(images)).toBe(false)
  }

  test.each([0, 0.1, 0.5, 0.9, 0.999])('is refused when it ends after %d of its length, and nothing is done', part =>
    refused(changed(copy => copy.subarray(0, Math.floor(copy.length * part)))),
  )

  test.each([0.01, 0.3, 0.6, 0.99])('is refused when a bit at %d of its length is wrong, and nothing is done', part =>
    refused(
      changed(copy => {
        const at = Math.floor(copy.length * part)
        copy[at] = (copy[at] ?? 0) ^ 0x10
        return copy
      }),
    ),
  )

  test('is refused wherever at its beginning a bit is wrong, although its words can be read before its end', async () => {
    const large = newPath()
    await writeFile(
      large,
      (async function* (): AsyncGenerator<Entry> {
        yield described('header', { format: 'bodega-backup', version: 1, release: '1.2.3', migration: 1, tables: [] })
        yield described('table', { name: 'stores', columns: ['id'] })
        yield { kind: 'data', content: Buffer.from(randomBytes(300_000).toString('hex')) }
      })(),
    )
    for (let at = 10; at < 200; at++) {
      const damaged = changed(() => {
        const copy = readFileSync(large)
        copy[at] = (copy[at] ?? 0) ^ 0x40
        return copy
      })
      await expect(inspect(damaged), `byte ${at}`).rejects.toThrow(BackupError)
    }
  })

  test('is refused when somebody has put other words into it, and packed it well', async () => {
    const records = gunzipSync(bytes)
    const at = records.indexOf('"release":"') + '"release":"'.length
    records[at] = 'X'.charCodeAt(0)
    await refused(changed(() => gzipSync(records)))
  })

  test('is refused when it never was a backup', async () => {
    await refused(changed(() => Buffer.from('select 1')))
    await refused(join(folder, 'not there'))
  })
})

describe('a target that does not fit', () => {
  const crafted = async (header: Partial<Header>, ...more: Entry[]): Promise<string> => {
    const path = newPath()
    const whole = { format: 'bodega-backup', version: 1, release: '9.9.9', migration: 1, created_at: '', key: '' }
    await writeFile(
      path,
      (async function* () {
        yield described('header', { ...whole, tables: [], ...header })
        yield* more
      })(),
    )
    return path
  }

  test('is refused when it holds data, which stays as it is', async () => {
    const { url } = await database()
    await store()
    const path = newPath()
    await backup(path, { ...made, url })
    const before = await contents(url)
    const target = await database()
    await expect(bringBack(path, { ...target, images: newPath() })).rejects.toThrow('holds data already')
    expect(await contents(url)).toEqual(before)
  })

  test('is refused when it is newer than the backup', async () => {
    const target = await open(true)
    const path = await crafted({ migration: newest - 1 })
    await expect(bringBack(path, { ...target, images: newPath() })).rejects.toThrow('restore into a new database')
  })

  test('is refused when another process migrates it on at this moment', async () => {
    const target = await open(true)
    const path = await crafted({ migration: newest })
    const during = meet(
      target.db,
      tx => tx.run(sql`insert into migrations (version, name) values (${newest + 1}, 'next')`),
      () => bringBack(path, { ...target, images: newPath() }),
    )
    await expect(during).rejects.toThrow('restore into a new database')
  })

  test('is refused when the backup is newer than the release', async () => {
    // Before a database is made for it.
    await expect(inspect(await crafted({ migration: newest + 1 }))).rejects.toThrow('restore it with release 9.9.9')
    await expect(inspect(await crafted({ version: 3 }))).rejects.toThrow('9.9.9')
  })

  test.each(['../out', 'a/../../out', '/etc/out', 'a//b', 'a\\b'])('is not left by a file named %s', async name => {
    const target = await open(false)
    const images = newPath()
    const path = await crafted({}, described('file', { path: name }), { kind: 'data', content: Buffer.from('x') })
    await expect(bringBack(path, { ...target, images })).rejects.toThrow('outside of its folder')
    expect(existsSync(images)).toBe(false)
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  test('takes nothing of a backup that holds less than it says', async () => {
    const target = await open(false)
    const path = await crafted(
      {},
      described('table', { name: 'stores', columns: ['id'] }),
      described('summary', { rows: { stores: 1 }, files: 0, sequences: {} }),
    )
    await expect(bringBack(path, { ...target, images: newPath() })).rejects.toThrow('stores')
  })

  test('an empty database is not backed up', async () => {
    const { url } = await open(false)
    await expect(backup(newPath(), { ...made, url })).rejects.toThrow('nothing to back up')
  })

  test('nor is one of others, who count their migrations in another way', async () => {
    const { db, url } = await open(false)
    await db.run(raw('create table migrations (id integer, migration text, batch integer)'))
    await expect(backup(newPath(), { ...made, url })).rejects.toThrow('nothing to back up')
  })
})
