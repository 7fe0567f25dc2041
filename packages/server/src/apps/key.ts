import { MaybeText } from '@bodega/api'
import Type from 'typebox'
import { decrypt, keyMark } from '../access/index.ts'
import type { World } from '../platform/clock.ts'
import type { Db, Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { rotateSecret } from './partner-apps.ts'

/** The secrets of the data are sealed under another key: whatever was written with this one could not be read. */
export class OtherKeyError extends Error {}

/** The milestone of a database whose secrets have a key. */
const name = 'secret key'

const There = Type.Object({ is_there: Type.Boolean() })

/** Also before the migrations of this release: what is refused must not have changed anything. */
const hasTables = async (db: Queries): Promise<boolean> =>
  (
    await db.one(
      There,
      sql`select to_regclass('milestones') is not null and to_regclass('apps') is not null as is_there`,
    )
  ).is_there

const Known = Type.Object({ mark: MaybeText })

/** The mark of the key that the secrets are sealed under; nothing where none was written down yet. */
export async function knownKey(db: Queries): Promise<string | undefined> {
  if (!(await hasTables(db))) return undefined
  // An older release has no such column, and no such row.
  const found = await db.maybe(Known, sql`select to_jsonb(m) ->> 'mark' as mark from milestones m where name = ${name}`)
  return found?.mark ?? undefined
}

const Sealed = Type.Object({ id: Type.Integer(), client_secret: Type.String() })

/** What a key must show to be the one of the data. Earlier releases kept no mark: there the first secret tells. */
async function proofOf(db: Queries): Promise<((key: Buffer) => boolean) | undefined> {
  const known = await knownKey(db)
  if (known !== undefined) return key => keyMark(key) === known
  const first = await firstSecret(db)
  return first === undefined ? undefined : key => opens(key, first)
}

async function firstSecret(db: Queries): Promise<string | undefined> {
  if (!(await hasTables(db))) return undefined
  return (await db.maybe(Sealed, sql`select id, client_secret from apps order by id limit 1`))?.client_secret
}

function opens(key: Buffer, sealed: string): boolean {
  try {
    decrypt(key, sealed)
    return true
  } catch {
    return false
  }
}

/** How a key stands to the data: none is asked for where nothing was sealed yet. */
export type Fit = 'same' | 'another' | 'none'

/** Reads only. The key is looked for after the data: where others begin at this moment, theirs was kept before it was used. */
export async function fitOf(db: Queries, find: () => Buffer | undefined): Promise<Fit> {
  const isRight = await proofOf(db)
  if (!isRight) return 'none'
  const key = find()
  return key && isRight(key) ? 'same' : 'another'
}

/** What to do where it is another. */
export function adviceOn(find: () => Buffer | undefined): string {
  const which = find() ? 'another SECRET_KEY' : 'a SECRET_KEY that is not set here'
  return (
    `the secrets of this data are sealed under ${which}: set that one, or bring back its secret.key into DATA_DIR ` +
    '(where it is lost, "bodega secrets renew" makes new secrets)'
  )
}

/** Refuses to work with a key that the data was not written under; reads only. */
export async function refuseOtherKey(db: Queries, find: () => Buffer | undefined): Promise<void> {
  if ((await fitOf(db, find)) === 'another') throw new OtherKeyError(adviceOn(find))
}

/** Writes down that the secrets are sealed under this key. Of several that begin together the first one decides. */
export async function holdToKey(db: Queries, now: Date, key: Buffer): Promise<void> {
  await refuseOtherKey(db, () => key)
  await db.run(sql`
    insert into milestones (name, reached_at, mark) values (${name}, ${now}, ${keyMark(key)})
    on conflict (name) do nothing`)
  await refuseOtherKey(db, () => key)
}

/** Where the key is lost: secrets that this one does not open are made anew, and it is the key from now on. */
export async function renewSecrets(db: Db, world: World, key: Buffer): Promise<number[]> {
  return db.tx(async tx => {
    await tx.run(sql`
      insert into milestones (name, reached_at, mark) values (${name}, ${world.now()}, ${keyMark(key)})
      on conflict (name) do update set mark = excluded.mark`)
    const apps = await tx.many(Sealed, sql`select id, client_secret from apps order by id for update`)
    const lost = apps.filter(({ client_secret }) => !opens(key, client_secret)).map(({ id }) => id)
    for (const id of lost) await rotateSecret(tx, world, key, id)
    return lost
  })
}

/** A database without stores and apps has nothing that is sealed, so its key is not known any more. */
export async function forgetKey(db: Queries): Promise<void> {
  if ((await knownKey(db)) === undefined) return
  await db.run(sql`
    delete from milestones
     where name = ${name} and not exists (select 1 from stores) and not exists (select 1 from apps)`)
}
