/** A list of scripts costs what the calling app has, however many others have. */
import type { ScriptFilters } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '../access/index.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { callOf } from '../testing/locks.ts'
import { costOf } from '../testing/plans.ts'
import { shop } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { get, list } from './scripts.ts'

let of: TestStore
let call: Call

beforeAll(async () => {
  of = await shop()
  call = await of.db.tx(async tx => callOf(of, tx))
  await of.db.run(sql`
    insert into scripts (store_id, actor, script_id, created_at, updated_at)
    select ${of.id}, case app when 100 then ${call.actor} else 'app:' || app end, n, now(), now()
      from generate_series(1, 100) n, generate_series(1, 200) app`)
  await of.db.run(raw('vacuum analyze scripts'))
}, 60_000)

test.each<[string, Partial<ScriptFilters>]>([
  ['all', {}],
  ['src', { src: 'https://app.example/x.js' }],
  ['since_id', { since_id: 1 }],
  ['created_at', { created_at_min: '2999-01-01' }],
])('%s: the hundred of the app are read for the page and for the count', async (_what, query) => {
  const { read, isSequential } = await costOf(of.own, 'scripts', db =>
    list(db, call, { page: 1, per_page: 200, ...query }),
  )
  expect(isSequential).toBe(false)
  expect(read).toBeLessThanOrEqual(200)
})

test('one is found by either id without reading others', async () => {
  const { result, read } = await costOf(of.own, 'scripts', db => get(db, call, 50))
  expect({ script_id: result.script_id, read }).toEqual({ script_id: 50, read: 1 })
  const own = sql`select id from scripts where store_id = ${of.id} and actor = ${call.actor} and script_id = 50`
  const { id } = await of.db.one(Type.Object({ id: Type.Integer() }), own)
  expect(await costOf(of.own, 'scripts', db => get(db, call, id))).toMatchObject({ result, read: 1 })
})
