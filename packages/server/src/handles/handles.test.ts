import { randomBytes } from 'node:crypto'
import type { Localized } from '@bodega/api'
import Type from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import type { World } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createStore } from '../stores/index.ts'
import { database } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { claimHandles, handleFrom, ownersOf, releaseHandles, type WantedHandle } from './index.ts'

let db: Db

beforeAll(async () => {
  db = (await database()).db
})

const world: World = { now: () => new Date(), random: bytes => randomBytes(bytes) }

const newStore = () =>
  db.tx(tx => createStore(tx, world.now(), { name: 'Test', country: 'BR', email: 'owner@test.example' }))

const wanted = (owner_id: number, handle: Localized): WantedHandle => ({ owner_id, handle })

const claim = (store: number, ...all: WantedHandle[]) =>
  db.tx(tx => claimHandles(tx, world, store, 'product', all)).then(handles => Object.fromEntries(handles))

const Row = Type.Object({ owner_id: Type.Integer(), language: Type.String(), handle: Type.String() })

const kept = (store: number) =>
  db.many(
    Row,
    sql`select owner_id, language, handle from handles where store_id = ${store} order by owner_id, language, handle`,
  )

test('D33: a handle is the slug of what was wanted, in each language', async () => {
  const store = await newStore()
  expect(await claim(store, wanted(1, { pt: 'Calçados', es: 'Zapatos de Niño' }))).toEqual({
    1: { pt: 'calcados', es: 'zapatos-de-nino' },
  })
  expect(await kept(store)).toEqual([
    { owner_id: 1, language: 'es', handle: 'zapatos-de-nino' },
    { owner_id: 1, language: 'pt', handle: 'calcados' },
  ])
})

test('D33: a handle that is taken gets a suffix, in the language where it is taken only', async () => {
  const store = await newStore()
  await claim(store, wanted(1, { es: 'Ropa' }))
  const handles = await claim(store, wanted(2, { es: 'ropa', pt: 'ropa' }))
  expect(handles).toEqual({ 2: { es: expect.stringMatching(/^ropa-[a-z0-9]{5}$/), pt: 'ropa' } })
})

test('D33: stores and kinds do not get into each other’s way', async () => {
  const [store, other] = [await newStore(), await newStore()]
  await claim(store, wanted(1, { es: 'ropa' }))
  expect(await claim(other, wanted(1, { es: 'ropa' }))).toEqual({ 1: { es: 'ropa' } })
  const category = await db.tx(tx => claimHandles(tx, world, store, 'category', [wanted(1, { es: 'ropa' })]))
  expect(category.get(1)).toEqual({ es: 'ropa' })
})

test('D33: what a product gives up leaves what a category of its id has, what another has in another language, too', async () => {
  const store = await newStore()
  await db.tx(tx => claimHandles(tx, world, store, 'category', [wanted(1, { es: 'ropa', pt: 'moda' })]))
  await claim(store, wanted(1, { es: 'ropa', pt: 'moda' }), wanted(2, { es: 'moda' }))
  await claim(store, wanted(1, { es: 'ropa', pt: 'roupa' }))
  await db.tx(tx => releaseHandles(tx, store, 'product', [1]))
  expect(await kept(store)).toEqual([
    { owner_id: 1, language: 'es', handle: 'ropa' },
    { owner_id: 1, language: 'pt', handle: 'moda' },
    { owner_id: 2, language: 'es', handle: 'moda' },
  ])
  expect(await db.run(ownersOf(store, 'product', 'es', 'ropa'))).toBe(0)
  expect(await db.run(ownersOf(store, 'category', 'es', 'ropa'))).toBe(1)
})

test('a thousand owners that want the same handle at once get a thousand different ones', async () => {
  const store = await newStore()
  const owners = Array.from({ length: 1000 }, (_, i) => wanted(i + 1, { es: 'Camiseta', pt: 'Camiseta' }))
  const handles = Object.values(await claim(store, ...owners))
  for (const language of ['es', 'pt']) {
    const texts = handles.map(handle => handle[language] ?? '')
    expect(new Set(texts).size).toBe(1000)
    expect(texts.every(text => /^camiseta(-[a-z0-9]{5})?$/.test(text))).toBe(true)
    expect(texts).toContain('camiseta')
  }
  expect(await kept(store)).toHaveLength(2000)
})

test('what an owner had and no longer wants is free again', async () => {
  const store = await newStore()
  await claim(store, wanted(1, { es: 'ropa', pt: 'roupa' }))
  expect(await claim(store, wanted(1, { es: 'moda' }))).toEqual({ 1: { es: 'moda' } })
  expect(await kept(store)).toEqual([{ owner_id: 1, language: 'es', handle: 'moda' }])
  expect(await claim(store, wanted(2, { es: 'ropa' }))).toEqual({ 2: { es: 'ropa' } })
})

test('two owners can change places', async () => {
  const store = await newStore()
  await claim(store, wanted(1, { es: 'a' }), wanted(2, { es: 'b' }))
  expect(await claim(store, wanted(1, { es: 'b' }), wanted(2, { es: 'a' }))).toEqual({ 1: { es: 'b' }, 2: { es: 'a' } })
})

test('asking again changes nothing, also for a handle that is taken, until it is free', async () => {
  const store = await newStore()
  await claim(store, wanted(1, { es: 'ropa' }))
  const second = await claim(store, wanted(2, { es: 'ropa' }))
  expect(await claim(store, wanted(2, { es: 'ropa' }))).toEqual(second)
  expect(await claim(store, wanted(2, second[2] ?? {}))).toEqual(second)
  await db.tx(tx => releaseHandles(tx, store, 'product', [1]))
  expect(await claim(store, wanted(2, { es: 'ropa' }))).toEqual({ 2: { es: 'ropa' } })
  expect(await kept(store)).toEqual([{ owner_id: 2, language: 'es', handle: 'ropa' }])
})

test('a handle of full length that is taken still has room for its suffix', async () => {
  const store = await newStore()
  const long = 'x'.repeat(255)
  await claim(store, wanted(1, { es: long }))
  const second = await claim(store, wanted(2, { es: long }))
  expect(second[2]?.es).toMatch(/^x{249}-[a-z0-9]{5}$/)
  expect(await claim(store, wanted(2, { es: long }))).toEqual(second)
})

test('a text without a slug borrows that of another language, or says what it is', async () => {
  const store = await newStore()
  expect(await claim(store, wanted(7, { es: '!!!', pt: 'Roupa' }))).toEqual({ 7: { es: 'roupa', pt: 'roupa' } })
  expect(await claim(store, wanted(8, { es: '衣服' }))).toEqual({ 8: { es: 'product-8' } })
})

test('of two who claim the same at the same moment one waits, and gets the suffix', async () => {
  const store = await newStore()
  const second = await meet(
    db,
    tx => claimHandles(tx, world, store, 'product', [wanted(1, { es: 'ropa' })]),
    () => claim(store, wanted(2, { es: 'ropa' })),
  )
  expect(second).toEqual({ 2: { es: expect.stringMatching(/^ropa-[a-z0-9]{5}$/) } })
})

test('many who claim the same names in any order all get theirs', async () => {
  const store = await newStore()
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const turned = i % 2 === 0 ? names : names.toReversed()
      return claim(store, ...turned.map((name, j) => wanted(i * 10 + j, { es: name })))
    }),
  )
  const rows = await kept(store)
  expect(new Set(rows.map(({ owner_id }) => owner_id)).size).toBe(12 * names.length)
  expect(rows.filter(({ handle }) => names.includes(handle))).toHaveLength(names.length)
})

test('a world without chance is noticed, not waited for', async () => {
  const store = await newStore()
  const dull: World = { ...world, random: bytes => Buffer.alloc(bytes) }
  const same = [1, 2, 3].map(id => wanted(id, { es: 'ropa' }))
  await expect(db.tx(tx => claimHandles(tx, dull, store, 'product', same))).rejects.toThrow('no free handle for ropa')
})

test('the owner of a handle is found by language', async () => {
  const store = await newStore()
  await claim(store, wanted(5, { es: 'ropa', pt: 'roupa' }))
  const Owner = Type.Object({ owner_id: Type.Integer() })
  const find = (language: string, handle: string) => db.many(Owner, ownersOf(store, 'product', language, handle))
  expect(await find('es', 'ropa')).toEqual([{ owner_id: 5 }])
  expect(await find('pt', 'ropa')).toEqual([])
})

test('a handle comes from the name where none was sent, whole or in a language', () => {
  const name = { es: 'Ropa', pt: 'Roupa' }
  expect(handleFrom(name)).toEqual(name)
  expect(handleFrom(name, { es: '', pt: ' ' })).toEqual(name)
  expect(handleFrom(name, { es: 'moda', pt: '' })).toEqual({ es: 'moda', pt: 'Roupa' })
  expect(handleFrom(name, { es: 'moda' })).toEqual({ es: 'moda', pt: 'Roupa' })
  expect(handleFrom(name, { fr: 'mode' })).toEqual({ ...name, fr: 'mode' })
})
