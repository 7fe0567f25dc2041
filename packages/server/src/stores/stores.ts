import { MaybeText, Store } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

/** Texts about the merchant, all optional, that live together in one column. */
export const profileFields = [
  'type',
  'contact_email',
  'logo',
  'facebook',
  'twitter',
  'google_plus',
  'instagram',
  'pinterest',
  'blog',
  'address',
  'phone',
  'whatsapp_phone_number',
  'business_id',
  'business_name',
  'business_address',
] as const

const { name, description, email, customer_accounts, plan_name, country, languages, domains } = Store.properties
const { current_theme, main_language, main_currency, admin_language, created_at, id } = Store.properties

const Row = Type.Object({
  id,
  name,
  description,
  email,
  profile: Type.Record(Type.String(), MaybeText),
  customer_accounts,
  plan_name,
  country,
  languages,
  domains,
  current_theme,
  main_language,
  main_currency,
  admin_language,
  created_at,
})

/** The whole store as clients read it. `publicUrl` stands in where the store has no domain of its own. */
export async function get(db: Queries, store: number, publicUrl: string): Promise<Store> {
  const row = await db.one(
    Row,
    sql`
      select id, name, description, email, profile, customer_accounts, plan_name, country, languages, domains,
             current_theme, main_language, main_currency, admin_language, created_at
        from stores
       where id = ${store}`,
  )
  return present(row, publicUrl)
}

function present({ profile, ...row }: Static<typeof Row>, publicUrl: string): Store {
  const { protocol, host } = new URL(publicUrl)
  const original_domain = row.domains[0] ?? host
  const texts = Object.fromEntries(profileFields.map(field => [field, profile[field] ?? null]))
  return {
    ...row,
    // Every field of the list is there; `fromEntries` cannot say so.
    ...(texts as Record<(typeof profileFields)[number], string | null>),
    original_domain,
    url_with_protocol: row.domains[0] ? `https://${original_domain}` : `${protocol}//${host}`,
    features: ['inventory-levels', 'fulfillment-orders'],
  }
}

const Exists = Type.Object({ exists: Type.Boolean() })

export async function exists(db: Queries, id: number): Promise<boolean> {
  const row = await db.one(Exists, sql`select exists (select 1 from stores where id = ${id})`)
  return row.exists
}
