import { expect, test } from 'vitest'
import { findBroken } from '../platform/database/check.ts'
import { callOf, meet } from '../testing/locks.ts'
import { aLocation, store } from '../testing/store.ts'
import { checks, createLocation } from './index.ts'

test('D12, D40: a delete with If-Match that waits for a new location closes the gap before that one too', async () => {
  const shop = await store()
  const [, second] = [
    await shop.client.locations.create({ body: aLocation() }),
    await shop.client.locations.create({ body: aLocation() }),
    await shop.client.locations.create({ body: aLocation() }),
  ]
  const path = `/v1/locations/${second.id}`
  const { etag = '' } = (await shop.request('GET', path)).headers
  const deleted = await meet(
    shop.db,
    tx => createLocation(callOf(shop, tx), aLocation()),
    () => shop.request('DELETE', path, { headers: { 'if-match': etag } }),
  )
  expect(deleted.status).toBe(204)
  expect(await findBroken(shop.db, checks, shop.id)).toEqual([])
})
