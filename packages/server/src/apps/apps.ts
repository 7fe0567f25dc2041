import { MaybeText, Nullable, type Scope } from '@bodega/api'
import { Distribution } from '@bodega/api/panel'
import Type, { type Static } from 'typebox'
import { decrypt, encrypt, newSecret } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { json, type Sql, sql } from '../platform/database/sql.ts'

export interface NewApp {
  partner: number
  name: string
  distribution?: Static<typeof Distribution>
  redirect_url: string
  scopes: readonly Scope[]
}

const Id = Type.Object({ id: Type.Integer() })

/** The client secret is sealed under the server's key (D25). */
export async function createApp(tx: Tx, world: World, key: Buffer, input: NewApp) {
  const { id } = await tx.one(Id, sql`select nextval(pg_get_serial_sequence('apps', 'id')) as id`)
  const client_secret = newSecret(world, 'bcs', id)
  const { partner, name, distribution = 'app_store', redirect_url, scopes } = input
  const now = world.now()
  await tx.run(sql`
    insert into apps (id, partner_id, name, distribution, redirect_url, scopes, client_secret, created_at, updated_at)
    values (${id}, ${partner}, ${name}, ${distribution}, ${redirect_url}, ${json(scopes)},
            ${encrypt(world, key, client_secret)}, ${now}, ${now})`)
  return { app_id: id, client_secret }
}

/** Its addresses on the server follow it, unless the partner has chosen others meanwhile. */
export async function moveApp(db: Queries, app: number, { from, to }: { from: string; to: string }): Promise<void> {
  const moved = (column: Sql) => sql`
    case when left(${column}, ${from.length + 1}) = ${`${from}/`} then ${to}::text || substr(${column}, ${from.length + 1}) else ${column} end`
  await db.run(sql`
    update apps set redirect_url = ${moved(sql`redirect_url`)}, app_url = ${moved(sql`app_url`)} where id = ${app}`)
}

export const App = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  publisher: Type.String(),
  distribution: Distribution,
  redirect_url: Type.String(),
  app_url: MaybeText,
  preferences_url: MaybeText,
  privacy_policy_url: MaybeText,
  support_url: MaybeText,
  support_email: MaybeText,
  scopes: Type.Array(Type.String()),
  demo_store_id: Nullable(Type.Integer()),
})
export type App = Static<typeof App>

/** An app as merchants may see it. */
export const findApp = (db: Queries, id: number): Promise<App | undefined> =>
  db.maybe(
    App,
    sql`
      select a.id, a.name, p.name as publisher, a.distribution, a.redirect_url, a.app_url, a.preferences_url,
             a.privacy_policy_url, a.support_url, a.support_email, a.scopes, a.demo_store_id
        from apps a
        join partners p on p.id = a.partner_id
       where a.id = ${id}`,
  )

const Sealed = Type.Object({ client_secret: Type.String() })

/** The secret of the app that is found there. */
export async function unsealed(db: Queries, key: Buffer, from: Sql): Promise<string | undefined> {
  const app = await db.maybe(Sealed, sql`select client_secret ${from}`)
  return app && decrypt(key, app.client_secret)
}

/** What signs notifications to the app, and what it shows to get a token. */
export const clientSecretOf = (db: Queries, key: Buffer, id: number): Promise<string | undefined> =>
  unsealed(db, key, sql`from apps where id = ${id}`)
