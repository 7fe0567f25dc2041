/**
 * The second wall between stores: whatever a statement asks, PostgreSQL shows a store its own rows only. So these
 * statements ask for everything, without the `store_id` that is the first wall. That one is tried without this in
 * `isolation.test.ts`.
 */
import fc from 'fast-check'
import pg from 'pg'
import Type, { type Static } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database, type Db } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { database, open } from './database.ts'
import { atEnd } from './ending.ts'
import { app } from './store.ts'
import { attacker, type Target, victim } from './target.ts'
import { takeWallDown } from './walls.ts'

const isView = ({ name }: Table) => name.endsWith('_of_store')

const Table = Type.Object({ name: Type.String(), key: Type.String(), columns: Type.Array(Type.String()) })
type Table = Static<typeof Table>

/** Every table and view with rows of stores, by the catalogue: one to come is tried too. */
const tables = sql`
  select c.relname::text as name, case when c.relname = 'stores' then 'id' else 'store_id' end as key,
         array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
   group by c.oid, c.relname
  having c.relname = 'stores' or bool_or(a.attname = 'store_id')
   order by 1`

let target: Target
let all: Database
let db: Db
let home: number
let foreign: number
let known: Table[]

beforeAll(async () => {
  const server = await app()
  ;({ database: all, db } = await database())
  target = await attacker(server, await victim(server, db), 1)
  home = target.home.store.id
  foreign = target.foreign.store.id
  known = await db.many(Table, tables)
})

const Count = Type.Object({ own: Type.Integer(), others: Type.Integer() })

const countOf = (from: Db, { name, key }: Table) =>
  from.one(
    Count,
    raw(`select count(*) filter (where "${key}" = ${home}) as own, count(*) filter (where "${key}" <> ${home}) as others
           from "${name}"`),
  )

/** One statement in a transaction that is undone, so that each table is tried with the same rows. */
async function tried(text: string): Promise<number | 'refused'> {
  class Undo extends Error {}
  let outcome: number | 'refused' = 0
  await all
    .of(home)
    .tx(async tx => {
      outcome = await tx.run(raw(text)).catch(error => {
        // It may not, or nobody may: a view of several tables takes no changes.
        expect(error).toMatchObject({ code: expect.stringMatching(/^42501$|^55000$/) })
        return 'refused' as const
      })
      throw new Undo()
    })
    .catch(error => {
      if (!(error instanceof Undo)) throw error
    })
  return outcome
}

describe('with the filter of the application away', () => {
  test('there are rows of both stores to be seen', async () => {
    expect(known.length).toBeGreaterThan(40)
    const full = await Promise.all(
      known.filter(table => !isView(table)).map(async table => [table.name, await countOf(db, table)] as const),
    )
    const lacking = full.flatMap(([name, { own, others }]) => (own > 0 && others > 0 ? [] : [name]))
    expect(lacking.length, `too few tables with rows: ${lacking}`).toBeLessThan(known.length / 2)
  })

  test('every table with rows of stores has the wall: a new one gets row security and a policy with its migration', async () => {
    const without = await db.many(
      Type.Object({ name: Type.String() }),
      sql`select c.relname::text as name from pg_class c
           where c.relname = any(${known.map(({ name }) => name)}::text[]) and c.relkind in ('r', 'p')
             and (not c.relrowsecurity or 1 <> (select count(*) from pg_policy p where p.polrelid = c.oid))`,
    )
    expect(without).toEqual([])
  })

  test('a store sees its own rows, all of them, and no others', async () => {
    for (const table of known) {
      const seen = await countOf(all.of(home), table)
      const there = await countOf(db, { ...table, name: table.name.replace('_of_store', '') })
      expect([table.name, seen]).toEqual([table.name, { own: there.own, others: 0 }])
    }
  })

  test('it changes and deletes no others', async () => {
    for (const { name, key } of known.filter(table => !isView(table))) {
      const others = `where "${key}" = ${foreign}`
      expect([name, await tried(`update "${name}" set "${key}" = "${key}" ${others}`)]).toEqual([name, 0])
      expect([name, await tried(`delete from "${name}" ${others}`)]).toEqual([name, 0])
    }
  })

  test('it gives none of its own away', async () => {
    for (const table of known.filter(table => !isView(table))) {
      if ((await countOf(all.of(home), table)).own === 0) continue
      const gift = `update "${table.name}" set "${table.key}" = ${foreign}`
      expect([table.name, await tried(gift)]).toEqual([table.name, 'refused'])
    }
  })

  test('it makes none for another', async () => {
    for (const { name, key, columns } of known.filter(table => !isView(table))) {
      const values = columns.map(column => (column === key ? String(foreign) : `t.${column}`))
      const made = `insert into "${name}" (${columns}) select ${values} from (select (null::"${name}").*) t`
      expect([name, await tried(made)]).toEqual([name, 'refused'])
    }
  })

  test('a view is for reading', async () => {
    for (const { name, key } of known.filter(isView)) {
      expect([name, await tried(`update ${name} set ${key} = ${key}`)]).toEqual([name, 'refused'])
      expect([name, await tried(`delete from ${name}`)]).toEqual([name, 'refused'])
    }
  })

  test('a function that searches is walled too', async () => {
    const email = await db.one(
      Type.Object({ email: Type.String() }),
      sql`select email from customers where store_id = ${foreign} limit 1`,
    )
    const asked = sql`select id from customers_by_email(${foreign}, ${[email.email]}::text[])`
    expect(await db.run(asked)).toBe(1)
    expect(await all.of(home).run(asked)).toBe(0)
  })

  test('what belongs to no store is not there for one', async () => {
    for (const table of ['accounts', 'sessions', 'password_resets', 'apps', 'partners', 'migrations', 'milestones']) {
      const asked = all.of(home).run(raw(`select * from ${table}`))
      await expect(asked, table).rejects.toMatchObject({ code: '42501' })
    }
  })
})

test('taken down, it is gone: who then sees nothing foreign owes that to the filter', async () => {
  const { database: other, db: everywhere } = await open(true)
  const rows = [7, 8].map(id => `(${id}, '{}', '', 'BR', '{}', 'pt', 'BRL', 'pt', now())`)
  await everywhere.run(
    raw(`insert into stores (id, name, email, country, languages, main_language, main_currency, admin_language, created_at)
         values ${rows}`),
  )
  await everywhere.run(
    raw(`with a as (insert into accounts (name, email, password_hash, created_at)
                    values ('Ana', 'ana@example.com', '', now()) returning id)
         insert into members (store_id, account_id, role, created_at) select s.id, a.id, 'owner', now() from stores s, a`),
  )
  const seen = async () => [
    await other.of(7).run(sql`select id from stores`),
    await other.of(7).run(sql`select name from members_of_store`),
  ]
  expect(await seen()).toEqual([1, 1])
  await takeWallDown(everywhere)
  expect(await seen()).toEqual([2, 2])
})

const Seen = Type.Object({ stores: Type.Array(Type.Integer()) })
const seen = sql`select array(select distinct store_id from locations order by 1) as stores`

describe('a connection', () => {
  const fresh = async (size: number) => {
    const made = connect({ url: (await database()).url, size, strict: true })
    atEnd(() => made.close())
    return made
  }

  test('that was not told whose rows it is about sees none', async () => {
    const client = new pg.Client({ connectionString: (await database()).url })
    await client.connect()
    atEnd(() => client.end())
    await client.query('set role bodega_store')
    for (const { name } of known) {
      await expect(client.query(`select * from "${name}"`), name).rejects.toMatchObject({ code: '42704' })
    }
  })

  test('law: those who share it each see their own, in whatever order they ask, with and without a transaction', async () => {
    const everyone = (await db.one(Seen, seen)).stores
    // Four are shared by those who read by key, and one goes from hand to hand.
    const shared = await fresh(5)
    const scope = fc.constantFrom<number | 'everywhere'>(home, foreign, 'everywhere')
    const question = fc.record({ scope, way: fc.constantFrom('maybe', 'many', 'tx', 'failing') })
    await fc.assert(
      fc.asyncProperty(fc.array(question, { maxLength: 30 }), async questions => {
        const answers = await Promise.all(
          questions.map(async ({ scope, way }) => {
            const asked = scope === 'everywhere' ? shared.everywhere : shared.of(scope)
            if (way === 'tx') return asked.tx(tx => tx.one(Seen, seen))
            if (way === 'many') return (await asked.many(Seen, seen))[0]
            if (way === 'failing') await expect(asked.maybe(Seen, sql`select 1 / ${0}::int`)).rejects.toThrow('zero')
            return asked.maybe(Seen, seen)
          }),
        )
        expect(answers.map(answer => answer?.stores)).toEqual(
          questions.map(({ scope }) => (scope === 'everywhere' ? everyone : [scope])),
        )
      }),
    )
  })
})
