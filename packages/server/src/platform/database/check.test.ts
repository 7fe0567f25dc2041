import Type from 'typebox'
import { expect, test } from 'vitest'
import { open } from '../../testing/database.ts'
import { type Check, findBrokenAtOnce } from './check.ts'
import { sql } from './sql.ts'

const settings = sql`
  select current_setting('transaction_isolation') as isolation,
         current_setting('statement_timeout') as timeout,
         current_setting('enable_nestloop') as row_by_row`

const Settings = Type.Object({ isolation: Type.String(), timeout: Type.String(), row_by_row: Type.String() })

test('checks see one snapshot, have all the time they need, and compare row by row only where they walk', async () => {
  const { db } = await open(false)
  const checks: Check[] = [
    {
      name: 'walked',
      sentence: 'Is walked through',
      async *walk(db) {
        yield await db.one(Settings, settings)
      },
    },
    { name: 'asked', sentence: 'Is asked for', query: () => settings },
  ]
  const settled = { isolation: 'repeatable read', timeout: '0' }
  expect(await findBrokenAtOnce(db, checks)).toMatchObject([
    { name: 'asked', count: 1, examples: [{ ...settled, row_by_row: 'off' }] },
    { name: 'walked', count: 1, examples: [{ ...settled, row_by_row: 'on' }] },
  ])
})
