/** People who sign in: owners and staff of stores, and partners. */
import { hash, verify } from '@node-rs/argon2'
import Type from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

export { checks } from './checks.ts'

const Id = Type.Object({ id: Type.Integer() })
const Kept = Type.Object({ id: Type.Integer(), password_hash: Type.String() })

export interface Credentials {
  email: string
  /** Hashing takes its time on purpose, so it happens before the transaction. */
  password_hash: string
}

export const isEmail = (text: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(text)

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export const isPassword = (password: string, password_hash: string): Promise<boolean> => verify(password_hash, password)

/** 20 characters, easy to copy. */
export const newPassword = (world: World): string => world.random(15).toString('base64url')

/** The account with this address, made if need be. Whoever has one keeps the password. */
export async function ensureAccount(tx: Tx, now: Date, { email, password_hash }: Credentials) {
  const made = await tx.maybe(
    Id,
    sql`
      insert into accounts (email, password_hash, created_at) values (${email}, ${password_hash}, ${now})
      on conflict (lower(email)) do nothing
      returning id`,
  )
  if (made) return { id: made.id, isNew: true, password_hash }
  const kept = await tx.one(Kept, sql`select id, password_hash from accounts where lower(email) = lower(${email})`)
  return { ...kept, isNew: false }
}

export async function addMember(
  tx: Tx,
  now: Date,
  store: number,
  account: number,
  role: 'owner' | 'staff',
): Promise<void> {
  await tx.run(sql`
    insert into members (store_id, account_id, role, created_at) values (${store}, ${account}, ${role}, ${now})
    on conflict (store_id, account_id) do nothing`)
}

export async function ensurePartner(tx: Tx, now: Date, account: number): Promise<number> {
  await tx.run(sql`
    insert into partners (account_id, created_at) values (${account}, ${now}) on conflict (account_id) do nothing`)
  const { id } = await tx.one(Id, sql`select id from partners where account_id = ${account}`)
  return id
}

export async function findPartner(tx: Tx, email: string): Promise<number | undefined> {
  const partner = await tx.maybe(
    Id,
    sql`select p.id from partners p join accounts a on a.id = p.account_id where lower(a.email) = lower(${email})`,
  )
  return partner?.id
}
