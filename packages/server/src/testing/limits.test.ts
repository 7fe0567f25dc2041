/** Of two that come for the last place at the same moment one is refused: the second counts what the first has made. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Write } from '../access/index.ts'
import { create as createField } from '../custom-fields/custom-fields.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { create as createScript } from '../scripts/scripts.ts'
import { create as createCarrier } from '../shipping/carriers.ts'
import { create as createTable } from '../shipping/tables.ts'
import { create as createWebhook } from '../webhooks/webhooks.ts'
import { callOf, meet } from './locks.ts'
import { aTable } from './shipping.ts'
import { store, type TestStore } from './store.ts'

const url = 'https://app.example/hook'
const anyUrl = () => undefined
const field = { name: 'Status', value_type: 'text' as const }
const carrier = { name: 'Post', callback_url: url, types: 'ship' as const }
const webhook = { event: 'order/created', url }
const table = aTable()

interface Limited {
  path: string
  body: object
  /** All but the last. */
  fill: (store: number, actor: string) => Sql
  make: (call: Write) => Promise<unknown>
}

const limited: Record<string, Limited> = {
  'custom fields': {
    path: 'products/custom-fields',
    body: field,
    fill: store => sql`
      insert into custom_fields (store_id, owner_resource, name, value_type, read_only, "values", created_at, updated_at)
      select ${store}, 'product', n::text, 'text', false, '{}', now(), now() from generate_series(2, 250) n`,
    make: call => createField(call, 'product', field),
  },
  'shipping tables': {
    path: 'shipping_tables',
    body: table,
    fill: store => sql`
      insert into shipping_tables (store_id, name, active, allow_free_shipping, zones, created_at, updated_at)
      select ${store}, 'Van', true, false, '[]', now(), now() from generate_series(2, 300)`,
    make: call => createTable(call, table),
  },
  scripts: {
    path: 'scripts',
    body: { src: url },
    fill: (store, actor) => sql`
      insert into scripts (store_id, actor, script_id, created_at, updated_at)
      select ${store}, ${actor}, n, now(), now() from generate_series(2, 100) n`,
    make: call => createScript(call, { src: url }, anyUrl),
  },
  carriers: {
    path: 'shipping_carriers',
    body: carrier,
    fill: (store, actor) => sql`
      insert into shipping_carriers (store_id, actor, name, callback_url, types, active, created_at, updated_at)
      select ${store}, ${actor}, 'Post', ${url}, 'ship', true, now(), now() from generate_series(2, 500)`,
    make: call => createCarrier(call, carrier, anyUrl),
  },
  webhooks: {
    path: 'webhooks',
    body: webhook,
    fill: (store, actor) => sql`
      insert into webhooks (store_id, actor, event, url, headers, scopes, created_at, updated_at)
      select ${store}, ${actor}, 'order/created', ${url}, '{}', '{}', now(), now() from generate_series(2, 5000)`,
    make: call => createWebhook(call, webhook, anyUrl),
  },
}

describe('the last place goes to one', () => {
  let shop: TestStore

  beforeAll(async () => {
    shop = await store()
  })

  test.each(Object.entries(limited))('of %s', async (_name, { path, body, fill, make }) => {
    const actor = `app:${shop.appId}`
    await shop.db.run(fill(shop.id, actor))
    const scopes = new Set(['read_orders'])
    const second = await meet(
      shop.db,
      tx => make({ ...callOf(shop, tx), actor, app_id: shop.appId, scopes } as Write),
      () => shop.request('POST', `/v1/${shop.id}/${path}`, { body }),
    )
    expect(second).toMatchObject({ status: 422 })
  })
})
