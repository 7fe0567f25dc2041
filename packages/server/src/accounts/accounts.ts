import { invalid } from '@bodega/api'
import { Email } from '@bodega/api/panel'
import Type from 'typebox'
import type { Queries, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { validatorOf } from '../platform/validator.ts'

const Id = Type.Object({ id: Type.Integer() })
const Kept = Type.Object({ id: Type.Integer(), email: Type.String(), password_hash: Type.String() })

export interface Credentials {
  email: string
  /** How the person is addressed; the address where none is given. */
  name?: string
  /** Hashing takes its time on purpose, so it happens before the transaction. */
  password_hash: string
}

export const isEmail = (text: string): boolean => validatorOf(Email).Check(text)

async function insertAccount(tx: Tx, now: Date, { email, name = email, password_hash }: Credentials) {
  return tx.maybe(
    Id,
    sql`
      insert into accounts (email, name, password_hash, created_at) values (${email}, ${name}, ${password_hash}, ${now})
      on conflict (lower(email)) do nothing
      returning id`,
  )
}

/** Mail goes to the address of the account, not to the one that it was found by: `İ` is an `i` here, and another domain there. */
export const findByEmail = (db: Queries, email: string) =>
  db.maybe(Kept, sql`select id, email, password_hash from accounts where lower(email) = lower(${email})`)

const Folded = Type.Object({ email: Type.String() })

/** An address as the database compares it, which takes more letters for one another than JavaScript does. */
export const foldedEmail = async (db: Queries, email: string): Promise<string> =>
  (await db.one(Folded, sql`select lower(${email}::text) as email`)).email

/** The account with this address, made if need be. Whoever has one keeps the password. */
export async function ensureAccount(tx: Tx, now: Date, credentials: Credentials) {
  const made = await insertAccount(tx, now, credentials)
  if (made) return { id: made.id, isNew: true, password_hash: credentials.password_hash }
  const kept = await findByEmail(tx, credentials.email)
  if (!kept) throw new Error('an account was deleted at this moment')
  return { ...kept, isNew: false }
}

/** A new account, of somebody who has none yet. */
export async function createAccount(tx: Tx, now: Date, credentials: Credentials): Promise<number> {
  const made = await insertAccount(tx, now, credentials)
  if (!made) throw invalid({ email: ['has already been taken'] })
  return made.id
}

export async function renameAccount(tx: Tx, account: number, name: string): Promise<void> {
  await tx.run(sql`update accounts set name = ${name} where id = ${account}`)
}

/** Whether the password is still the one that was looked at; until the transaction ends nobody changes it. */
export async function holdPassword(tx: Tx, account: number, password_hash: string): Promise<boolean> {
  const held = sql`select 1 from accounts where id = ${account} and password_hash = ${password_hash} for no key update`
  return (await tx.run(held)) > 0
}

export async function setPassword(tx: Tx, account: number, password_hash: string): Promise<void> {
  await tx.run(sql`update accounts set password_hash = ${password_hash} where id = ${account}`)
}

const Password = Type.Object({ password_hash: Type.String() })

export async function passwordHashOf(db: Queries, account: number): Promise<string> {
  return (await db.one(Password, sql`select password_hash from accounts where id = ${account}`)).password_hash
}

/** Makes a partner of an account; a partner gets the new name. */
export async function becomePartner(tx: Tx, now: Date, account: number, name: string): Promise<number> {
  const { id } = await tx.one(
    Id,
    sql`
      insert into partners (account_id, name, created_at) values (${account}, ${name}, ${now})
      on conflict (account_id) do update set name = excluded.name
      returning id`,
  )
  return id
}

export async function findPartner(tx: Tx, email: string): Promise<number | undefined> {
  const partner = await tx.maybe(
    Id,
    sql`select p.id from partners p join accounts a on a.id = p.account_id where lower(a.email) = lower(${email})`,
  )
  return partner?.id
}
