import { allScopes, type Client, createClient } from '@bodega/api'
import { issueToken } from '../src/access/index.ts'
import { createStore } from '../src/stores/index.ts'
import { agent } from './request.ts'
import type { Bench } from './world.ts'

/** A store of the bench, and how it is reached. */
export interface Shop {
  store: number
  client: Client
  /** `/v1/3`, where its resources are. */
  path: string
  /** For requests without a body. */
  headers: Record<string, string>
  /** For those with one. */
  writing: Record<string, string>
}

export async function openShop({ db, world, servers }: Bench): Promise<Shop> {
  const { store, token } = await db.tx(async tx => {
    const store = await createStore(tx, world.now(), { name: 'Bench', country: 'BR', email: 'bench@example.com' })
    return { store, token: await issueToken(tx, world, store, { app: null, name: 'Bench', scopes: allScopes }) }
  })
  const [server] = await servers(1)
  const headers = { authentication: `bearer ${token}`, 'user-agent': agent }
  return {
    store,
    client: createClient({
      baseUrl: server?.url ?? '',
      storeId: store,
      token,
      userAgent: agent,
    }),
    path: `/v1/${store}`,
    headers,
    writing: { ...headers, 'content-type': 'application/json' },
  }
}
