import { invalid } from '@bodega/api'
import type { StoreChange } from '@bodega/api/panel'
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { json, sql } from '../platform/database/sql.ts'
import { profileFields } from './stores.ts'

const Row = Type.Object({
  name: Type.Record(Type.String(), Type.String()),
  description: Type.Record(Type.String(), Type.String()),
  email: Type.String(),
  profile: Type.Record(Type.String(), Type.Unknown()),
  customer_accounts: Type.String(),
  languages: Type.Record(Type.String(), Type.Object({ currency: Type.String(), active: Type.Boolean() })),
  main_language: Type.String(),
  main_currency: Type.String(),
  admin_language: Type.String(),
})

/** The languages as they are stored: one that is taken away stays, switched off, because texts in it may exist. */
function languagesAfter(
  known: Readonly<Record<string, { currency: string; active: boolean }>>,
  active: readonly string[],
  currency: string,
): Record<string, { currency: string; active: boolean }> {
  const codes = new Set([...Object.keys(known), ...active])
  return Object.fromEntries(
    [...codes].map(code => [code, { ...(known[code] ?? { currency }), active: active.includes(code) }]),
  )
}

/** A body may say more than what anybody knows. */
const profileIn = (change: StoreChange): Partial<StoreChange> =>
  Object.fromEntries(profileFields.flatMap(field => (change[field] === undefined ? [] : [[field, change[field]]])))

/**
 * Changes what an owner may change of the store; what is left out stays. Says whether it has another main language now. Who
 * holds the language that it has (`holdLanguage` of products) is waited for.
 */
export async function changeStore(tx: Tx, store: number, change: StoreChange): Promise<boolean> {
  const { name, description, email, customer_accounts, languages, main_language, admin_language } = change
  const row = await tx.one(
    Row,
    sql`
      select name, description, email, profile, customer_accounts, languages, main_language, main_currency, admin_language
        from stores where id = ${store} for update`,
  )
  const main = main_language ?? row.main_language
  const spoken = languages ?? Object.keys(row.languages).filter(code => row.languages[code]?.active)
  if (!spoken.includes(main)) throw invalid({ languages: ['must contain the main language'] })
  const title = { ...row.name, ...name }
  if (!title[main]?.trim()) throw invalid({ name: ["can't be blank in the main language"] })
  await tx.run(sql`
    update stores
       set name = ${json(title)}, description = ${json({ ...row.description, ...description })},
           email = ${email ?? row.email}, profile = ${json({ ...row.profile, ...profileIn(change) })},
           customer_accounts = ${customer_accounts ?? row.customer_accounts},
           languages = ${json(languagesAfter(row.languages, spoken, row.main_currency))}, main_language = ${main},
           admin_language = ${admin_language ?? row.admin_language}
     where id = ${store}`)
  return main !== row.main_language
}
