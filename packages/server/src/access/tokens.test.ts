import { expect, test } from 'vitest'
import type { Tx } from '../platform/database/database.ts'
import { store } from '../testing/store.ts'
import { signal } from '../testing/waiting.ts'
import { adminTokens, issueAdminToken } from './index.ts'

test('D28: a new token is told as itself, also where another is made at the same moment', async () => {
  const { db, id, world } = await store()
  const issue = (tx: Tx, name: string) => issueAdminToken(tx, world, id, { name, scopes: ['read_orders'] })
  const written = signal()
  const other = written.promise.then(() => db.tx(tx => issue(tx, 'Other')))
  const made = await db.tx(tx => {
    const run: Tx['run'] = async query => {
      const count = await tx.run(query)
      written.give()
      await other
      return count
    }
    return issue({ ...tx, run }, 'Mine')
  })
  expect([made.name, (await other).name]).toEqual(['Mine', 'Other'])
  expect(await adminTokens(db, id)).toMatchObject([
    { id: (await other).id, name: 'Other' },
    { id: made.id, name: 'Mine' },
  ])
})
