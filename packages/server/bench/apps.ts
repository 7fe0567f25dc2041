import { hashSecret, newSecret } from '../src/access/index.ts'
import { becomePartner, ensureAccount } from '../src/accounts/index.ts'
import { createApp, installWithToken } from '../src/apps/index.ts'
import { json, sql } from '../src/platform/database/sql.ts'
import { levelWrites, once, type Scenario, type Sides } from './sides.ts'
import { openShop } from './stores.ts'
import type { Bench } from './world.ts'

/** As many stores install the app at the same time. */
const stores = 32
const scopes = ['read_products', 'write_products', 'read_orders'] as const

async function exchanging(bench: Bench): Promise<Sides> {
  const { db, world, key } = bench
  const { app_id, client_secret } = await db.tx(async tx => {
    const { id } = await ensureAccount(tx, world.now(), { email: 'partner@example.com', password_hash: '' })
    const partner = await becomePartner(tx, world.now(), id, 'Bench')
    return createApp(tx, world, key, { partner, name: 'Bench', redirect_url: 'https://example.com/', scopes })
  })
  const shops = await Promise.all(Array.from({ length: stores }, () => openShop(bench)))
  for (const { store } of shops)
    await db.tx(tx => installWithToken(tx, world, store, { app: app_id, name: 'Bench', scopes }))

  /** As the consent of the owners would have given them. */
  async function codes(count: number): Promise<string[]> {
    const all = Array.from({ length: count }, (_, i) => {
      const store = shops[i % stores]?.store ?? 0
      return { store, code: newSecret(world, 'bac', store) }
    })
    await db.run(sql`
      insert into authorization_codes (store_id, hash, app_id, scopes, expires_at)
      select store, hash, ${app_id}, ${json(scopes)}, now() + interval '5 minutes'
        from unnest(${all.map(({ store }) => store)}::bigint[], ${all.map(({ code }) => hashSecret(code))}::text[])
             as c (store, hash)`)
    return all.map(({ code }) => code)
  }

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = (code: string) =>
    new URLSearchParams({ client_id: String(app_id), client_secret, grant_type: 'authorization_code', code }).toString()
  return {
    own: once(bench, 400, async count =>
      (await codes(count)).map(code => ({
        method: 'POST',
        path: '/apps/authorize/token',
        headers,
        body: body(code),
      })),
    ),
    raw: await levelWrites(
      bench,
      'token',
      shops.map(({ store }) =>
        JSON.stringify({
          access_token: newSecret(world, 'bat', store),
          token_type: 'bearer',
          scope: scopes.join(','),
          user_id: store,
        }),
      ),
    ),
  }
}

export const appScenarios: Scenario[] = [
  {
    name: 'POST /apps/authorize/token',
    limit: 'bare route, one update and one insert in a transaction, same bytes',
    connections: [16],
    prepare: exchanging,
  },
]
