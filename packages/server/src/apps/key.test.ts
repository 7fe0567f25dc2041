import { beforeEach, describe, expect, test } from 'vitest'
import { keyMark } from '../access/index.ts'
import { becomePartner, ensureAccount } from '../accounts/index.ts'
import type { Db } from '../platform/database/database.ts'
import { raw, sql } from '../platform/database/sql.ts'
import { createStore } from '../stores/index.ts'
import { open } from '../testing/database.ts'
import { testWorld } from '../testing/store.ts'
import { clientSecretOf, createApp } from './apps.ts'
import { forgetKey, holdToKey, knownKey, refuseOtherKey, renewSecrets } from './key.ts'

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const world = testWorld()
let db: Db
beforeEach(async () => {
  ;({ db } = await open(true))
})

const anApp = (under: Buffer) =>
  db.tx(async tx => {
    const account = await ensureAccount(tx, world.now(), { email: 'maker@test.example', password_hash: 'none' })
    const partner = await becomePartner(tx, world.now(), account.id, 'Maker')
    return createApp(tx, world, under, { partner, name: 'App', redirect_url: 'https://app.example', scopes: [] })
  })

describe('D25: the key that the secrets of a database are sealed under', () => {
  test('is the first one that is used, and no other is taken after it', async () => {
    await refuseOtherKey(db, () => undefined)
    await holdToKey(db, world.now(), key)
    await holdToKey(db, world.now(), key)
    await refuseOtherKey(db, () => key)
    const line =
      /^the secrets of this data are sealed under another SECRET_KEY: set that one, or bring back its secret\.key/
    await expect(refuseOtherKey(db, () => other)).rejects.toThrow(line)
    await expect(holdToKey(db, world.now(), other)).rejects.toThrow(line)
    await expect(refuseOtherKey(db, () => undefined)).rejects.toThrow('under a SECRET_KEY that is not set here')
    expect(await knownKey(db)).toBe(keyMark(key))
  })

  test('is one for all who begin together', async () => {
    const keys = Array.from({ length: 8 }, (_, i) => Buffer.alloc(32, i + 1))
    const held = await Promise.allSettled(keys.map(one => holdToKey(db, world.now(), one)))
    const winners = keys.filter((_, i) => held[i]?.status === 'fulfilled')
    expect(winners.map(keyMark)).toEqual([await knownKey(db)])
  })

  test('is told by the secrets themselves in a database of an earlier release, which is not touched', async () => {
    await anApp(key)
    await db.run(raw('alter table milestones drop column mark'))
    await refuseOtherKey(db, () => key)
    await expect(refuseOtherKey(db, () => other)).rejects.toThrow('another SECRET_KEY')
    await expect(refuseOtherKey(db, () => undefined)).rejects.toThrow('not set here')
    expect(await knownKey(db)).toBeUndefined()
  })

  test('does not matter where there are no tables yet', async () => {
    const { db: empty } = await open(false)
    await refuseOtherKey(empty, () => undefined)
    expect(await knownKey(empty)).toBeUndefined()
    await forgetKey(empty)
  })

  test('is forgotten with the last thing that could be sealed, so that a backup can bring its own', async () => {
    await holdToKey(db, world.now(), key)
    await anApp(key)
    await forgetKey(db)
    expect(await knownKey(db)).toBe(keyMark(key))
    await db.run(sql`delete from apps`)
    // From the key come the secrets of the tokens that a store has made.
    const id = await db.tx(tx =>
      createStore(tx, world.now(), { name: 'Shop', country: 'BR', email: 'shop@test.example', languages: [] }),
    )
    await forgetKey(db)
    expect(await knownKey(db)).toBe(keyMark(key))
    await db.run(sql`delete from stores where id = ${id}`)
    await forgetKey(db)
    expect(await knownKey(db)).toBeUndefined()
  })

  test('can be replaced where it is lost: secrets that the new one does not open are made anew', async () => {
    await holdToKey(db, world.now(), key)
    const lost = await anApp(key)
    const kept = await anApp(other)
    expect(await renewSecrets(db, world, other)).toEqual([lost.app_id])
    await refuseOtherKey(db, () => other)
    expect(await clientSecretOf(db, other, kept.app_id)).toBe(kept.client_secret)
    const renewed = await clientSecretOf(db, other, lost.app_id)
    expect(renewed).toMatch(/^bcs_/)
    expect(renewed).not.toBe(lost.client_secret)
    expect(await renewSecrets(db, world, other)).toEqual([])
  })
})
