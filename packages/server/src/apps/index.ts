/** Applications of partners: who they are, what they may ask for, and their secret. */
import type { Scope } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { decrypt, encrypt, newSecret } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'

export interface NewApp {
  partner: number
  name: string
  redirect_url: string
  scopes: readonly Scope[]
}

const Id = Type.Object({ id: Type.Integer() })

/** The client secret is shown this once; what is stored is sealed under the server's key (D25). */
export async function createApp(tx: Tx, world: World, key: Buffer, input: NewApp) {
  const { id } = await tx.one(Id, sql`select nextval(pg_get_serial_sequence('apps', 'id')) as id`)
  const client_secret = newSecret(world, 'bcs', id)
  await tx.run(sql`
    insert into apps (id, partner_id, name, redirect_url, scopes, client_secret, created_at)
    values (${id}, ${input.partner}, ${input.name}, ${input.redirect_url}, ${json(input.scopes)},
            ${encrypt(world, key, client_secret)}, ${world.now()})`)
  return { app_id: id, client_secret }
}

const App = Type.Object({ id: Type.Integer(), name: Type.String(), scopes: Type.Array(Type.String()) })

export const findApp = (db: Queries, id: number): Promise<Static<typeof App> | undefined> =>
  db.maybe(App, sql`select id, name, scopes from apps where id = ${id}`)

const Sealed = Type.Object({ client_secret: Type.String() })

/** What signs notifications to the app. */
export async function clientSecretOf(db: Queries, key: Buffer, id: number): Promise<string | undefined> {
  const app = await db.maybe(Sealed, sql`select client_secret from apps where id = ${id}`)
  return app && decrypt(key, app.client_secret)
}
