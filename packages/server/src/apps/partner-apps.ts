import { invalid, type Page, type Scope } from '@bodega/api'
import { Installation, PartnerApp, type PartnerAppChange, type Search } from '@bodega/api/panel'
import { appActorIn, encrypt, isSuspended, newSecret } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Queries, Tx } from '../platform/database/database.ts'
import { page } from '../platform/database/pages.ts'
import { all, json, type Sql, sql } from '../platform/database/sql.ts'
import { windowOf } from '../platform/http/paging.ts'
import { isStore } from './find-store.ts'

const columns = sql`
  a.id, a.name, a.distribution, a.redirect_url, a.app_url, a.preferences_url, a.privacy_policy_url, a.support_url,
  a.support_email, a.store_redact_url, a.customers_redact_url, a.customers_data_request_url, a.scopes, a.demo_store_id,
  coalesce((select array_agg(n.store_id order by n.store_id) from named_stores n where n.app_id = a.id), '{}') as store_ids,
  (select count(*) from installations i where i.app_id = a.id) as installations, a.created_at, a.updated_at`

const ofPartner = (partner: number, condition: Sql): Sql =>
  sql`select ${columns} from apps a where a.partner_id = ${partner} and ${condition}`

export const listApps = (db: Queries, partner: number): Promise<PartnerApp[]> =>
  db.many(PartnerApp, sql`${ofPartner(partner, sql`true`)} order by a.id desc`)

/** An app of another partner does not exist. */
export const getApp = (db: Queries, partner: number, id: number): Promise<PartnerApp | undefined> =>
  db.maybe(PartnerApp, ofPartner(partner, sql`a.id = ${id}`))

/** The same for whoever changes it: until the transaction ends nobody else does. */
export const lockApp = (tx: Tx, partner: number, id: number): Promise<PartnerApp | undefined> =>
  tx.maybe(PartnerApp, sql`${ofPartner(partner, sql`a.id = ${id}`)} for no key update of a`)

const addresses = [
  'redirect_url',
  'app_url',
  'preferences_url',
  'privacy_policy_url',
  'support_url',
  'store_redact_url',
  'customers_redact_url',
  'customers_data_request_url',
] as const

/** A pattern lets pass what no browser can open, such as `http://[`. */
function refuseAddresses(change: PartnerAppChange): void {
  const wrong = addresses.filter(name => typeof change[name] === 'string' && !URL.canParse(change[name]))
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map(name => [name, ['is invalid']])))
}

/** What is left out stays as `app` has it, which whoever calls holds. Tokens keep the scopes that they have (D27). */
export async function changeApp(tx: Tx, now: Date, app: PartnerApp, change: PartnerAppChange): Promise<void> {
  refuseAddresses(change)
  const { store_ids, ...fields } = change
  const merged = { ...app, ...fields }
  const scopes: Scope[] = [...new Set(merged.scopes as Scope[])]
  await tx.run(sql`
    update apps
       set name = ${merged.name.trim()}, distribution = ${merged.distribution}, redirect_url = ${merged.redirect_url},
           app_url = ${merged.app_url}, preferences_url = ${merged.preferences_url},
           privacy_policy_url = ${merged.privacy_policy_url}, support_url = ${merged.support_url},
           support_email = ${merged.support_email}, store_redact_url = ${merged.store_redact_url},
           customers_redact_url = ${merged.customers_redact_url},
           customers_data_request_url = ${merged.customers_data_request_url}, scopes = ${json(scopes)},
           demo_store_id = ${merged.demo_store_id}, updated_at = ${now}
     where id = ${app.id}`)
  if (store_ids) await nameStores(tx, app.id, [...new Set(store_ids)])
}

/** The stores that may install an app of own clients: these, and no others. */
async function nameStores(tx: Tx, app: number, stores: readonly number[]): Promise<void> {
  await tx.run(sql`delete from named_stores where app_id = ${app}`)
  const named = await tx.run(sql`
    insert into named_stores (store_id, app_id)
    select id, ${app}::bigint from stores where id = any (${stores}::bigint[]) order by id`)
  if (named < stores.length) throw invalid({ store_ids: ['names a store that does not exist'] })
}

/** A new secret for what the app signs in with and what signs to it; the old one is worth nothing from now on. */
export async function rotateSecret(tx: Tx, world: World, key: Buffer, app: number): Promise<string> {
  const client_secret = newSecret(world, 'bcs', app)
  await tx.run(sql`update apps set client_secret = ${encrypt(world, key, client_secret)} where id = ${app}`)
  return client_secret
}

export function listInstallations(db: Queries, app: number, { q, ...window }: Search): Promise<Page<Installation>> {
  const { limit, offset } = windowOf(window)
  const isFound = isStore(q)
  const where = all([sql`i.app_id = ${app}`, ...isFound])
  const installed = sql`from installations i join stores s on s.id = i.store_id where ${where}`
  const rows = sql`
    select p.store_id, p.store_name, p.scopes, t.hash is not null as has_token, t.last_used_at,
           ${isSuspended(sql`p.store_id`, appActorIn(sql`p.app_id`))} as is_suspended, p.installed_at, p.updated_at
      from (select i.store_id, i.app_id, s.name as store_name, i.scopes, i.created_at as installed_at, i.updated_at
              ${installed}
             order by i.created_at desc, i.store_id desc
             limit ${limit} offset ${offset}) p
      left join tokens t on t.store_id = p.store_id and t.app_id = p.app_id
     order by p.installed_at desc, p.store_id desc`
  // Each has its store: those need to be read only to look for some of them.
  return page(db, Installation, rows, isFound.length > 0 ? installed : sql`from installations i where ${where}`)
}
