/**
 * What is kept of a product for answers and lists is written in the main language of its store. When the store chooses
 * another one, its products are rendered anew in the background, batch by batch. Whoever writes one meanwhile makes sure that
 * it knows the new language, so that none of those that were passed is left in the old one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import Type from 'typebox'
import type { Write } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import { ConflictError, type Db, type Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { storeContext } from '../stores/index.ts'
import { aggregatesOf } from './aggregates.ts'
import { ProductRow, productColumns } from './rows.ts'
import { rewrite } from './write.ts'

const Language = Type.Object({ main_language: Type.String() })

/** What a caller knows of the store may be a moment old. Then it is told to try again. */
async function refuseOutdated({ tx, store }: Write, current: Sql): Promise<void> {
  const { main_language } = await tx.one(Language, current)
  if (main_language !== store.main_language) throw new ConflictError('the store has another main language by now')
}

const languageOf = (store: number): Sql => sql`select main_language from stores where id = ${store}`

/** For who has locked a product: if the language changes after this, the product is waited for and rendered anew. */
export const refuseOldLanguage = (call: Write): Promise<void> => refuseOutdated(call, languageOf(call.store.id))

/** For who makes products, which nobody can wait for: until the transaction ends the language cannot change. */
export const holdLanguage = (call: Write): Promise<void> =>
  refuseOutdated(call, sql`${languageOf(call.store.id)} for key share`)

/** Asks for all products of a store to be rendered anew, in the transaction that changes its language. */
export async function askRenewal(tx: Tx, store: number): Promise<void> {
  await tx.run(sql`
    insert into product_renewals (store_id, product_id) values (${store}, 0)
    on conflict (store_id) do update set product_id = 0`)
}

/** As many as are locked at a time. */
const batchSize = 100
/** Between two batches, in milliseconds: others come first. */
const breath = 100

const Store = Type.Object({ store_id: Type.Integer() })
const Renewal = Type.Object({ product_id: Type.Integer() })

/** Does what was asked for, in every store. Several processes may try: one of them does it. */
export async function renewProducts(db: Db, world: World, signal?: AbortSignal): Promise<void> {
  const stores = await db.many(Store, sql`select store_id from product_renewals order by store_id`)
  for (const { store_id } of stores) {
    while (!signal?.aborted && (await db.tx(tx => renewSome(tx, world, store_id)))) await pause(breath)
  }
}

/**
 * The next products of a store; says whether there may be more. Who changes the language again waits for the row and
 * begins anew, so the language that is read here is that of the store until this transaction ends. Every product is written:
 * who has read it before the change, for If-Match, fails to serialize on it.
 */
async function renewSome(tx: Tx, world: World, id: number): Promise<boolean> {
  const renewal = await tx.maybe(
    Renewal,
    sql`select product_id from product_renewals where store_id = ${id} for update skip locked`,
  )
  if (!renewal) return false
  const store = await storeContext(tx, id)
  if (!store) return false
  const products = await tx.many(
    ProductRow,
    sql`
      select ${productColumns} from products
       where store_id = ${id} and id > ${renewal.product_id}
       order by id limit ${batchSize} for no key update`,
  )
  if (products.length > 0) rewrite({ tx, store, world }, await aggregatesOf(tx, id, products))
  const isLast = products.length < batchSize
  const done = isLast
    ? sql`delete from product_renewals where store_id = ${id}`
    : sql`update product_renewals set product_id = ${products.at(-1)?.id} where store_id = ${id}`
  await tx.run(done)
  return !isLast
}
