/** The store that the traffic is about: the demo store, with products of our own. */
import type { Client } from '@bodega/api'
import { answer, clientOf, type DemoStore, demoOf, type Env } from '../src/testing/process.ts'

/** A variant and the product that it belongs to. */
export interface Goods {
  product: number
  variant: number
}

export interface Shop {
  demo: DemoStore
  /** By priority. */
  locations: string[]
  /** Without a limit, and with none left. */
  plenty: Goods
  gone: Goods
  /** Counted, at every location. */
  scarce: Goods[]
  /** One for each client, which nobody buys. */
  own: Goods[]
  apps: { app_id: number; client_secret: string }[]
}

export const lanes = 8
export const scarceUnits = 10

export async function openShop(url: string, env: Env): Promise<Shop> {
  const demo = demoOf(env.DATA_DIR ?? '')
  const client: Client = clientOf(url, demo)
  const locations = (await client.locations.list()).map(({ id }) => id)
  const goods = async (stock: number | null): Promise<Goods> => {
    const inventory_levels = locations.map(location_id => ({ location_id, stock }))
    const variants = [{ price: '10.00', inventory_levels }]
    const { id, variants: made } = await client.products.create({ body: { name: 'Shirt', variants } })
    return { product: id, variant: made[0]?.id ?? 0 }
  }
  const several = async (count: number, stock: number) => {
    const list: Goods[] = []
    while (list.length < count) list.push(await goods(stock))
    return list
  }
  const app = ['app', 'create', '--partner-email', demo.partner.email, '--redirect-url', 'http://localhost/'] as const
  const scopes = ['--scopes', 'read_products']
  return {
    demo,
    locations,
    plenty: await goods(null),
    gone: await goods(0),
    scarce: await several(4, scarceUnits),
    own: await several(lanes, 1),
    apps: [
      await answer(env, ...app, '--name', 'One', ...scopes),
      await answer(env, ...app, '--name', 'Two', ...scopes),
    ],
  }
}
