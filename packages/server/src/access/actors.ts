import { type Sql, sql } from '../platform/database/sql.ts'

/**
 * The names of those who act in a store: whose rate limit, idempotency keys, ledger entries, webhooks, carriers and scripts
 * something is. A token is one that was made in the store admin; those of an app are the app.
 */
export const appActor = (app: number): string => `app:${app}`
export const tokenActor = (token: number): string => `token:${token}`
export const accountActor = (account: number): string => `account:${account}`

/** Whether it is a person in our own pages. */
export const isAccount = (actor: string): boolean => actor.startsWith('account:')

/** Whether it comes with a token, and goes with it. */
export const holdsToken = (actor: string): boolean => /^(app|token):/.test(actor)

/** The id of the app that an actor is; others belong to none. */
export const appOf = (actor: string): string | null => /^app:(.*)/.exec(actor)?.[1] ?? null

/** The name of an app whose id stands in a query. */
export const appActorIn = (app: Sql): Sql => sql`('app:' || ${app})`

/** Whose token it is, in a query. */
export const actorOf = (token: Sql): Sql =>
  sql`case when ${token}.app_id is null then 'token:' || ${token}.id else ${appActorIn(sql`${token}.app_id`)} end`
