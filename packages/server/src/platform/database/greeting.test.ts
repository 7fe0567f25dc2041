import Type from 'typebox'
import { expect, test } from 'vitest'
import { open } from '../../testing/database.ts'
import { atEnd } from '../../testing/ending.ts'
import { connect } from './database.ts'
import { raw, sql } from './sql.ts'

/** What an administrator may have set for reasons of their own. */
const odd = [
  "datestyle = 'SQL, DMY'",
  "timezone = 'Asia/Kathmandu'",
  'row_security = off',
  'array_nulls = off',
  'default_transaction_isolation = serializable',
  'statement_timeout = 1000',
  'idle_session_timeout = 1000',
  'transaction_timeout = 1000',
]

async function oddly() {
  const { db, url } = await open(true)
  for (const setting of odd) await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`))
  const database = connect({ url, size: 2, strict: true })
  atEnd(() => database.close())
  return database
}

const Values = Type.Object({ at: Type.String(), list: Type.Array(Type.Union([Type.Integer(), Type.Null()])) })
const values = sql`select timestamptz '2026-03-05 10:00+00' as at, ${'{1,NULL}'}::int[] as list`

test('what is set for the database changes no value on its way, and shows a store its rows', async () => {
  const { everywhere, of } = await oddly()
  expect(await everywhere.one(Values, values)).toEqual({ at: '2026-03-05T10:00:00+0000', list: [1, null] })
  expect(await of(7).run(sql`select id from locations`)).toBe(0)
})

test('what is set for the database changes neither what a statement sees nor how long it may take', async () => {
  const { everywhere } = await oddly()
  const Value = Type.Object({ value: Type.String() })
  const show = async (name: string) =>
    (await everywhere.one(Value, sql`select current_setting(${name}) as value`)).value
  expect(await show('transaction_isolation')).toBe('read committed')
  expect(await show('statement_timeout')).toBe('15s')
  expect(await show('idle_session_timeout')).toBe('0')
  expect(await show('transaction_timeout')).toBe('0')
})

test('the role that an administrator set for who signs in is taken on again after the work for a store', async () => {
  const { db, url } = await open(true)
  await db.run(raw(`alter database ${new URL(url).pathname.slice(1)} set role = bodega_store`))
  const { everywhere, of, close } = connect({ url, size: 1, strict: true })
  atEnd(close)
  const Role = Type.Object({ role: Type.String() })
  const asked = sql`select current_user::text as role`
  for (const among of [everywhere, of(7), everywhere]) {
    expect(await among.one(Role, asked)).toEqual({ role: 'bodega_store' })
    expect(await among.tx(tx => tx.one(Role, asked))).toEqual({ role: 'bodega_store' })
  }
})
