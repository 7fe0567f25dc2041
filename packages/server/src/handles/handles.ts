import type { Localized } from '@bodega/api'
import Type, { type Static } from 'typebox'
import type { World } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { empty, type Sql, sql } from '../platform/database/sql.ts'
import { isSuffixed, slug, suffixed } from './slug.ts'

export type HandleKind = 'product' | 'category'

export interface WantedHandle {
  owner_id: number
  handle: Localized
}

const Held = Type.Object({ owner_id: Type.Integer(), language: Type.String(), handle: Type.String() })
type Held = Static<typeof Held>

const keyOf = ({ owner_id, language }: Held): string => `${owner_id} ${language}`

/** With 60 million suffixes the second round is rare and the third unheard of: more means that chance is broken. */
const maxRounds = 20

/**
 * Gives each owner its handles, and takes from it all that it had besides. A handle that is taken gets a suffix;
 * an owner that asks again for what it could not have keeps the suffix it got. Whoever else claims the same at this
 * moment waits at the row of the first, so no handle is ever given twice.
 */
export async function claimHandles(
  tx: Tx,
  world: World,
  store: number,
  kind: HandleKind,
  wanted: readonly WantedHandle[],
): Promise<Map<number, Localized>> {
  const held = await heldBy(tx, store, kind, [...new Set(wanted.map(({ owner_id }) => owner_id))])
  return claim(tx, world, store, kind, wanted, held)
}

/** For owners that are new, and have none to give up. */
export const claimFirstHandles = (
  tx: Tx,
  world: World,
  store: number,
  kind: HandleKind,
  wanted: readonly WantedHandle[],
): Promise<Map<number, Localized>> => claim(tx, world, store, kind, wanted, [])

async function claim(
  tx: Tx,
  world: World,
  store: number,
  kind: HandleKind,
  wanted: readonly WantedHandle[],
  held: readonly Held[],
): Promise<Map<number, Localized>> {
  const claims = wanted.flatMap(one => claimsOf(kind, one))
  const claimed = new Map(claims.map(claim => [keyOf(claim), claim.handle]))
  const got = new Map(held.filter(row => isFor(row, claimed.get(keyOf(row)))).map(row => [keyOf(row), row]))
  // What is given up goes before anything is claimed, so that two owners can change places.
  await drop(
    tx,
    store,
    kind,
    held.filter(row => !got.has(keyOf(row))),
  )
  let open = claims.filter(claim => got.get(keyOf(claim))?.handle !== claim.handle)
  const won = await insert(tx, store, kind, open)
  await drop(
    tx,
    store,
    kind,
    won.flatMap(row => got.get(keyOf(row)) ?? []),
  )
  for (const row of won) got.set(keyOf(row), row)

  for (let round = 1; ; round++) {
    open = open.filter(claim => !got.has(keyOf(claim)))
    if (open.length === 0) break
    if (round > maxRounds) throw new Error(`no free handle for ${open[0]?.handle} in ${maxRounds} rounds`)
    const others = open.map(claim => ({ ...claim, handle: suffixed(claim.handle, world.random(5)) }))
    for (const row of await insert(tx, store, kind, others)) got.set(keyOf(row), row)
  }
  return new Map(wanted.map(({ owner_id, handle }) => [owner_id, settled(owner_id, handle, got)]))
}

/** Whether an owner may keep this row when it claims that handle: it is the one, or was given in its stead. */
const isFor = (row: Held, handle: string | undefined): boolean =>
  handle !== undefined && (row.handle === handle || isSuffixed(row.handle, handle))

/** A language whose text gives no slug borrows that of another, or says what it is: `category-12`. */
function claimsOf(kind: HandleKind, { owner_id, handle }: WantedHandle): Held[] {
  const slugs = Object.entries(handle).map(([language, text]) => ({ language, handle: slug(text) }))
  const spare = slugs.find(one => one.handle !== '')?.handle ?? `${kind}-${owner_id}`
  return slugs.map(one => ({ owner_id, language: one.language, handle: one.handle || spare }))
}

const settled = (owner_id: number, handle: Localized, got: ReadonlyMap<string, Held>): Localized =>
  Object.fromEntries(
    Object.keys(handle).map(language => [language, got.get(keyOf({ owner_id, language, handle: '' }))?.handle ?? '']),
  )

const heldBy = (tx: Tx, store: number, kind: HandleKind, owners: readonly number[]): Promise<Held[]> =>
  tx.many(
    Held,
    sql`select owner_id, language, handle from handles
         where store_id = ${store} and kind = ${kind} and owner_id = any(${owners}::bigint[])`,
  )

const columnsOf = (rows: readonly Held[]): Sql => sql`
  unnest(${rows.map(row => row.owner_id)}::bigint[], ${rows.map(row => row.language)}::text[],
         ${rows.map(row => row.handle)}::text[])`

/** Those that were free. In the order of the key, so that two who claim the same ones do not wait for each other. */
async function insert(tx: Tx, store: number, kind: HandleKind, claims: readonly Held[]): Promise<Held[]> {
  if (claims.length === 0) return []
  const inOrder = claims.toSorted((a, b) => compare(a.language, b.language) || compare(a.handle, b.handle))
  return tx.many(
    Held,
    sql`
      insert into handles (store_id, kind, owner_id, language, handle)
      select ${store}::bigint, ${kind}, owner_id, language, handle
        from ${columnsOf(inOrder)} as claim (owner_id, language, handle)
      on conflict (store_id, kind, language, handle) do nothing
      returning owner_id, language, handle`,
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function drop(tx: Tx, store: number, kind: HandleKind, rows: readonly Held[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    delete from handles h
     using ${columnsOf(rows)} as gone (owner_id, language, handle)
     where h.store_id = ${store} and h.kind = ${kind} and h.language = gone.language and h.handle = gone.handle`)
}

export async function releaseHandles(
  tx: Tx,
  store: number,
  kind: HandleKind,
  ownerIds: readonly number[],
): Promise<void> {
  await tx.run(sql`
    delete from handles where store_id = ${store} and kind = ${kind} and owner_id = any(${ownerIds}::bigint[])`)
}

/** Who has this handle in this language, or without one in any, as a query to stand behind `in`. */
export const ownersOf = (store: number, kind: HandleKind, language: string | undefined, handle: string): Sql => sql`
  select owner_id from handles
   where store_id = ${store} and kind = ${kind} and handle = ${handle}
     ${language === undefined ? empty : sql`and language = ${language}`}`

/**
 * The handle of what is new: the one that was sent, and in every other language of the name one from it, so that a handle
 * in one language does not leave the thing without an address in the store's main one.
 */
export const handleFrom = (name: Localized, sent?: Localized): Localized => ({ ...name, ...spoken(name, sent) })

/** The handle that was sent; where it says nothing in a language, and where none was sent, the name speaks. */
function spoken(name: Localized, sent?: Localized): Localized {
  if (!sent || Object.values(sent).every(text => slug(text) === '')) return name
  return Object.fromEntries(
    Object.entries(sent).map(([language, text]) => [language, slug(text) === '' ? (name[language] ?? '') : text]),
  )
}

interface Named {
  name: Localized
  handle: Localized
}

/**
 * The handle after a change. A new name leaves it alone, for addresses that are out in the world stay good; a language that
 * the name did not have before gets one from it.
 */
export function handleAfter(before: Named, { name, handle }: Named): Localized {
  const added = Object.entries(name).filter(([language]) => before.name[language] === undefined)
  return { ...Object.fromEntries(added), ...spoken(name, handle) }
}
