/** Two stores on one server: one that attacks come from, and one that nothing may come out of. */
import { allScopes, impliedScopes, type Scope } from '@bodega/api'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Db } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { eachOf } from '../platform/each.ts'
import { pick, randomOf } from '../seeding/index.ts'
import { existing, probes } from './probes.ts'
import { store, type TestStore } from './store.ts'

interface Side {
  store: TestStore
  /** Paths of the contract, filled with ids of things that exist in this store. */
  paths: ReadonlyMap<string, string>
  /** The same ids, as bodies carry them. */
  ids: readonly unknown[]
}

export interface Target {
  home: Side
  /** Headers that a request of the other store had: its keys and tags. */
  foreign: Side & { headers: [string, string][] }
  /** Of the attacking store: one for everything, and many for too little. */
  tokens: readonly { text: string; scopes: ReadonlySet<Scope> }[]
  /** What an answer tells of the other store: its names, and ids that the request did not carry itself. */
  leakIn(told: string, sent: Buffer): string | undefined
}

const paths = [...new Set(probes.map(({ endpoint }) => endpoint.path))]

async function sideOf(made: TestStore): Promise<Side> {
  const filled = new Map<string, string>()
  await eachOf(paths, 8, async path => void filled.set(path, await existing(made, path)))
  // One of each kind: things of one kind stand below the same path.
  const byKind = new Map<string, string>()
  for (const [path, at] of filled) {
    const names = path.split('/')
    for (const [i, text] of at.split('/').entries())
      if (names[i]?.startsWith(':')) byKind.set(names.slice(0, i).join('/'), text)
  }
  const ids = [...new Set(byKind.values())].map(text => (/^\d+$/.test(text) ? Number(text) : text))
  return { store: made, paths: filled, ids }
}

const Name = Type.Object({ name: Type.String() })
const Row = Type.Object({ row: Type.String() })

/** The lease of a dispatcher is about the process, and what is noted of calls is written later than they are made. */
const apart = ['dispatch', 'app_calls', 'app_errors']

/** The tables that have stores, each with the column that says which: the same in every database of a run. */
let tables: Promise<[string, string][]> | undefined

async function tablesOf(db: Db): Promise<[string, string][]> {
  const names = await db.many(
    Name,
    sql`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'store_id' and t.table_type = 'BASE TABLE'
         and c.table_name <> all(${apart})
       order by 1`,
  )
  return [...names.map(({ name }): [string, string] => [name, 'store_id']), ['stores', 'id']]
}

/** Every row of a store, in every table that has stores. */
export async function rowsOf(db: Db, store: number): Promise<string[]> {
  tables ??= tablesOf(db)
  const parts = (await tables).map(
    ([table, column]) =>
      `select '${table} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${table} t where ${column} = ${store}`,
  )
  return (await db.many(Row, raw(parts.join(' union all ')))).map(({ row }) => row).sort()
}

const mark = 'Nobody elses'

/** What the tests call their things, in every text of the store, so that it is known wherever it turns up. */
const branding = (store: number) => `
  do $$ declare c record; begin
    for c in select table_name, column_name, data_type from information_schema.columns
              where table_schema = 'public' and data_type in ('text', 'jsonb') and is_generated = 'NEVER'
                and table_name in (select table_name from information_schema.columns where column_name = 'store_id') loop
      begin
        execute format($f$update %I set %I = regexp_replace(%I::text, 'Shirt|Ana|Carrier|Option|Dep.sito', '${mark}', 'g')::%s
                           where store_id = ${store} and %I::text ~ 'Shirt|Ana|Carrier|Option|Dep.sito'$f$,
                       c.table_name, c.column_name, c.column_name, c.data_type, c.column_name);
      exception when others then null;
      end;
    end loop;
  end $$`

/** From here on all new ids are above this one: the ids of the other store are then told from all others. */
async function countFrom(db: Db, number: number): Promise<void> {
  const sequences = await db.many(
    Type.Object({ ...Name.properties, start: Type.Integer() }),
    // None begins below its own start, which may be a promise.
    sql`select sequencename as name, greatest(start_value, ${number}::bigint) as start from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, start } of sequences) await db.run(raw(`alter sequence ${name} restart with ${start}`))
}

const ulid = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g
const isNumber = /^77000/
/** All that may be of the other store, in one search. */
const signs = new RegExp(`${mark}|\\b77000\\d{5}\\b|${ulid.source}`, 'g')

type Victim = Target['foreign'] & Pick<Target, 'leakIn'>

/** The store that is attacked. It is there once; stores that attack wear out and are replaced. */
export async function victim(server: FastifyInstance, db: Db): Promise<Victim> {
  await countFrom(db, 7_700_000_000)
  const made = await store({ server, name: mark })
  const side = await sideOf(made)
  const order = await made.request('GET', `/v1/${made.id}${side.paths.get('/orders/:id')}`)
  await db.run(raw(branding(made.id)))
  await countFrom(db, 1000)
  const ulids = new Set((await rowsOf(db, made.id)).flatMap(row => row.match(ulid) ?? []))
  return {
    ...side,
    headers: [
      ['authorization', `Bearer ${made.token.slice(0, -1)}x`],
      ['if-match', order.headers.etag ?? ''],
      ['x-store-id', String(made.id)],
    ],
    leakIn: (told, sent) =>
      told
        .match(signs)
        ?.find(sign => sign === mark || ((isNumber.test(sign) || ulids.has(sign)) && !sent.includes(sign))),
  }
}

export async function attacker(server: FastifyInstance, foreign: Victim, seed: number): Promise<Target> {
  const made = await store({ server })
  const random = randomOf(seed, made.id)
  const tokens = [{ text: made.token, scopes: impliedScopes(allScopes) }]
  const some = Array.from({ length: 4 }, () => allScopes.filter(() => random() < pick(random, [0, 0.1, 0.5])))
  for (const scopes of some) tokens.push({ text: await made.tokenWith(scopes), scopes: impliedScopes(scopes) })
  // Most requests must get past the scopes.
  const whole = Array.from({ length: 40 }, () => tokens[0] as (typeof tokens)[0])
  return { home: await sideOf(made), foreign, tokens: [...whole, ...tokens], leakIn: foreign.leakIn }
}
