import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allScopes } from '@bodega/api'
import { callAt, operatorCall, type StoreContext } from '../access/index.ts'
import {
  addMember,
  becomePartner,
  type Credentials,
  ensureAccount,
  hashPassword,
  newPassword,
} from '../accounts/index.ts'
import { changeApp, createApp, getApp, installWithToken, moveApp } from '../apps/index.ts'
import { createLocation } from '../locations/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { put } from '../platform/file.ts'
import { addCustomers, addHandPicked } from '../seeding/index.ts'
import { createTable } from '../shipping/index.ts'
import { createStore } from '../stores/index.ts'
import { demoLocations } from './locations.ts'
import { addDemoOrders, openingDay } from './orders.ts'
import { demoProducts } from './products.ts'
import { demoTable } from './shipping.ts'

/** What `DATA_DIR/demo.json` says: everything a person or a script needs to use the demo store. */
export interface Demo {
  base_url: string
  auth_url: string
  store_id: number
  access_token: string
  app_id: number
  client_secret: string
  redirect_url: string
  owner: { email: string; password: string }
  partner: { email: string; password: string }
}

export interface DemoOptions {
  db: Db
  world: World
  secretKey: Buffer
  dataDir: string
  url: string
}

const store: StoreContext = {
  id: 0,
  country: 'AR',
  main_language: 'es',
  main_currency: 'ARS',
  languages: ['es', 'pt', 'en'],
}

/** Makes the demo store in a database without stores, once, whichever process comes first. */
export async function ensureDemo(options: DemoOptions): Promise<Demo | undefined> {
  const { db, world, dataDir, url } = options
  const owner = { email: 'owner@demo.example', password: newPassword(world) }
  const partner = { email: 'partner@demo.example', password: newPassword(world) }
  if (await isFirst(db)) {
    const hashes = { owner: await hashPassword(owner.password), partner: await hashPassword(partner.password) }
    await db.tx(async tx => {
      const claimed = await tx.run(sql`
        insert into milestones (name, reached_at) values ('demo', ${world.now()}) on conflict (name) do nothing`)
      if (claimed === 0) return
      const made = await makeStore(tx, options, {
        owner: { email: owner.email, name: 'Olivia Owner', password_hash: hashes.owner },
        partner: { email: partner.email, name: 'Pedro Partner', password_hash: hashes.partner },
      })
      // Before the commit, although a transaction should touch nothing else: the secrets exist nowhere but here,
      // and a crash between commit and file would lose them. If the commit fails, the next start writes anew.
      await save(dataDir, { base_url: url, auth_url: url, ...made, owner, partner })
    })
  }
  return refresh(db, dataDir, url)
}

/** Pages of the server itself, so that the app has something to show. */
const callbackOf = (url: string) => `${url}/demo/callback`
const appOf = (url: string) => `${url}/demo/app`

async function isFirst(db: Db): Promise<boolean> {
  return (await db.run(sql`select 1 from stores limit 1`)) === 0
}

async function makeStore(
  tx: Tx,
  { world, secretKey, url }: DemoOptions,
  people: Record<'owner' | 'partner', Credentials>,
) {
  const now = world.now()
  const id = await createStore(tx, openingDay(now), {
    name: 'Bodega Demo',
    country: store.country,
    email: people.owner.email,
    languages: store.languages,
  })
  const owner = await ensureAccount(tx, now, people.owner)
  await addMember(tx, now, id, owner.id, 'owner')
  const publisher = await ensureAccount(tx, now, people.partner)
  const partner = await becomePartner(tx, now, publisher.id, 'Bodega')
  const redirect_url = callbackOf(url)
  const app = await createApp(tx, world, secretKey, { partner, name: 'Demo app', redirect_url, scopes: allScopes })
  // So that the partner, too, can try an app in it.
  await addMember(tx, now, id, publisher.id, 'owner')
  const made = await getApp(tx, partner, app.app_id)
  if (made) await changeApp(tx, now, made, { demo_store_id: id, app_url: appOf(url) })
  const access_token = await installWithToken(tx, world, id, { app: app.app_id, name: 'Demo app', scopes: allScopes })
  const call = { ...operatorCall(world, { ...store, id }), tx }
  const opening = callAt(call, openingDay(call.now))
  const places: string[] = []
  for (const location of demoLocations) places.push((await createLocation(opening, location)).id)
  await createTable(opening, demoTable(places))
  await addHandPicked(opening, demoProducts)
  await addCustomers(opening, 12)
  await addDemoOrders(call, url)
  return { store_id: id, access_token, ...app, redirect_url }
}

async function save(dataDir: string, demo: Demo): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await put(join(dataDir, 'demo.json'), Buffer.from(`${JSON.stringify(demo, null, 1)}\n`))
}

/** The file and the app's addresses follow the server when it starts on another port. */
async function refresh(db: Db, dataDir: string, url: string): Promise<Demo | undefined> {
  let demo: Demo
  try {
    demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  } catch {
    return undefined
  }
  if (demo.base_url === url) return demo
  const redirect_url = callbackOf(url)
  await moveApp(db, demo.app_id, { from: demo.base_url, to: url })
  const moved = { ...demo, base_url: url, auth_url: url, redirect_url }
  await save(dataDir, moved)
  return moved
}
