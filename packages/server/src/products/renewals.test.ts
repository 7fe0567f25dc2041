/** Decision 0014: a store that chooses another main language has its products rendered anew. */
import { AsyncResource } from 'node:async_hooks'
import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import type { Db, Tx } from '../platform/database/database.ts'
import { migrate, migrations } from '../platform/database/migrate.ts'
import { sql } from '../platform/database/sql.ts'
import { changeStore, createStore } from '../stores/index.ts'
import { merchant } from '../testing/apps.ts'
import { open } from '../testing/database.ts'
import { meet } from '../testing/locks.ts'
import { callOf, make, read, shop, variantOf, verified, write } from '../testing/products.ts'
import type { TestStore } from '../testing/store.ts'
import { createProducts } from './create.ts'
import { draftOf } from './product-input.ts'
import { update } from './products.ts'
import { askRenewal, holdLanguage, renewProducts } from './renewals.ts'
import { setStockAndPrice } from './stock.ts'
import * as variants from './variants.ts'

/** As the admin does it. */
const choose = ({ db, id }: TestStore, main_language: 'es' | 'pt') =>
  db.tx(async tx => {
    expect(await changeStore(tx, id, { main_language })).toBe(true)
    await askRenewal(tx, id)
  })

const renew = ({ db, world }: TestStore) => renewProducts(db, world)

const Waiting = Type.Object({ product_id: Type.Integer() })

const waitingIn = async ({ db }: TestStore, id: number) =>
  (await db.many(Waiting, sql`select product_id from product_renewals where store_id = ${id}`)).map(
    row => row.product_id,
  )

const Count = Type.Object({ count: Type.Integer() })

/** How many products have a Spanish address. */
const spanishIn = async ({ db, id }: TestStore) =>
  (
    await db.one(
      Count,
      sql`select count(*) as count from products where store_id = ${id} and document like '%/productos/%'`,
    )
  ).count

test('addresses and the order by name follow the language; nothing else does, and nobody is told', async () => {
  const of = await shop()
  const first = await make(of, { name: { pt: 'B', es: 'A' } })
  const second = await make(of, { name: { pt: 'A', es: 'B' } })
  const sorted = async () =>
    (await of.client.products.list({ query: { page: 1, per_page: 30, sort_by: 'alpha-ascending' } })).map(
      ({ id }) => id,
    )
  expect(await sorted()).toEqual([second.id, first.id])
  await of.events()
  of.world.advance(5000)
  await choose(of, 'es')
  await verified(of)
  await renew(of)
  await verified(of)
  expect(await read(of, first.id)).toEqual({ ...first, canonical_url: 'http://localhost/productos/a/' })
  expect(await read(of, second.id)).toEqual({ ...second, canonical_url: 'http://localhost/productos/b/' })
  expect(await sorted()).toEqual([first.id, second.id])
  expect(await of.events()).toEqual([])
  expect(await waitingIn(of, of.id)).toEqual([])
})

test('the admin asks for it, where the main language is another one than before', async () => {
  const of = await shop()
  const { owner, store } = await merchant(of.server)
  const { products } = owner.client(store)
  const { id } = await products.create({ body: { name: 'Sapato' } })
  const put = (body: object) => owner.panel.stores.update({ params: { store_id: store }, body })
  await put({ main_language: 'pt', languages: ['pt', 'es'], phone: '1' })
  expect(await waitingIn(of, store)).toEqual([])
  await put({ main_language: 'es', name: { es: 'Tienda' } })
  expect(await waitingIn(of, store)).toEqual([0])
  await renew(of)
  expect((await products.get({ params: { id } })).canonical_url).toContain('/productos/sapato/')
})

test('what earlier releases left in another language is rendered anew, where a store may have one', async () => {
  const { db } = await open(false)
  const place = migrations.findIndex(({ name }) => name.endsWith('_product_renewals.sql'))
  await migrate(db, migrations.slice(0, place))
  const made = (languages: string[]) =>
    db.tx(tx => createStore(tx, new Date(), { name: 'Shop', country: 'BR', email: 'a@b.c', languages }))
  await made([])
  const spoken = await made(['es'])
  await migrate(db)
  expect(await db.many(Type.Object({ store_id: Type.Integer() }), sql`select store_id from product_renewals`)).toEqual([
    { store_id: spoken },
  ])
})

describe('a process that dies in the middle', () => {
  /** A store of which the first hundred products are done. */
  async function half() {
    const of = await shop()
    const ids = await write(of, call =>
      createProducts(
        call,
        Array.from({ length: 150 }, (_, i) => draftOf({ name: { pt: `P ${i}`, es: `E ${-i}` } }, [], call.store)),
      ),
    )
    await choose(of, 'es')
    let begun = 0
    const dying: Db = {
      ...of.db,
      tx: (body, how) => (++begun > 1 ? Promise.reject(new Error('killed')) : of.db.tx(body, how)),
    }
    await expect(renewProducts(dying, of.world)).rejects.toThrow('killed')
    expect(await waitingIn(of, of.id)).toEqual([ids[99]])
    expect(await spanishIn(of)).toBe(100)
    await verified(of)
    return of
  }

  test('is followed by the next one, which goes on where it stood', async () => {
    const of = await half()
    await renew(of)
    expect([await spanishIn(of), await waitingIn(of, of.id)]).toEqual([150, []])
    await verified(of)
  })

  test('and where the language changes once more, all begins anew', async () => {
    const of = await half()
    await choose(of, 'pt')
    expect(await waitingIn(of, of.id)).toEqual([0])
    await renew(of)
    expect([await spanishIn(of), await waitingIn(of, of.id)]).toEqual([0, []])
    await verified(of)
  })

  test('several at the same time do it once', async () => {
    const of = await half()
    await Promise.all([renew(of), renew(of), renew(of)])
    await renew(of)
    expect([await spanishIn(of), await waitingIn(of, of.id)]).toEqual([150, []])
    await verified(of)
  })
})

describe('who writes meanwhile', () => {
  const other = 'the store has another main language by now'

  test('and still knows the old language is told to try again', async () => {
    const of = await shop()
    const made = await make(of)
    const { id } = made
    const old = await callOf(of)
    await choose(of, 'es')
    const prices = [{ id, variants: [{ id: variantOf(made).id, price: 7 }] }]
    const changes: ((tx: Tx) => Promise<unknown>)[] = [
      tx => update({ ...old, tx }, id, { name: 'X' }),
      tx => setStockAndPrice({ ...old, tx }, prices),
      tx => createProducts({ ...old, tx }, [draftOf({ name: 'X' }, [], old.store)]),
    ]
    for (const change of changes) await expect(of.db.tx(change)).rejects.toThrow(other)
    await write(of, call => update(call, id, { name: 'Y' }))
    await renew(of)
    await verified(of)
  })

  test('and makes a product is waited for by who changes the language', async () => {
    const of = await shop()
    const old = await callOf(of)
    await meet(
      of.db,
      tx => holdLanguage({ ...old, tx }),
      () => choose(of, 'es'),
      tx => createProducts({ ...old, tx }, [draftOf({ name: 'X' }, [], old.store)]),
    )
    await renew(of)
    expect(await spanishIn(of)).toBe(1)
    await verified(of)
  })

  test('and changes a product is waited for by who renders it anew', async () => {
    const of = await shop()
    const { id } = await make(of)
    const old = await callOf(of)
    await meet(
      of.db,
      tx => update({ ...old, tx }, id, { name: { pt: 'Bota', es: 'Borceguí' } }),
      async () => {
        await choose(of, 'es')
        await renew(of)
      },
    )
    expect(await read(of, id)).toMatchObject({
      name: { pt: 'Bota', es: 'Borceguí' },
      canonical_url: 'http://localhost/productos/sapato/',
    })
    await verified(of)
  })

  test('and has read the product before, for If-Match, does not bring the old language back', async () => {
    const of = await shop()
    const { id } = await make(of)
    const old = await callOf(of)
    const change = AsyncResource.bind(async () => {
      await choose(of, 'es')
      await renew(of)
    })
    let isFirst = true
    const writing = of.db.tx(
      async tx => {
        await tx.run(sql`select 1 from products where store_id = ${of.id} and id = ${id}`)
        if (isFirst) await change()
        isFirst = false
        await update({ ...old, tx }, id, { name: 'X' })
      },
      { isolation: 'repeatable read' },
    )
    await expect(writing).rejects.toThrow(other)
    await verified(of)
  })
})

describe('variants', () => {
  const Known = Type.Object({ combination: Type.String() })
  const knownBy = async ({ db }: TestStore, product: number) =>
    (await db.many(Known, sql`select combination from variants where product_id = ${product} order by position`)).map(
      ({ combination }) => JSON.parse(combination)[0],
    )
  const made = (of: TestStore, ...values: { pt: string; es: string }[]) =>
    make(of, { attributes: ['x'], variants: values.map(value => ({ values: [value] })) })

  test('are known by their values in the new language', async () => {
    const of = await shop()
    const sizes = await made(of, { pt: 'P', es: 'Chico' }, { pt: 'G', es: 'Grande' })
    const swapped = await made(of, { pt: 'Largo', es: 'Ancho' }, { pt: 'Ancho', es: 'Largo' })
    await choose(of, 'es')
    await renew(of)
    expect(await knownBy(of, sizes.id)).toEqual(['Chico', 'Grande'])
    expect(await knownBy(of, swapped.id)).toEqual(['Ancho', 'Largo'])
    expect((await read(of, sizes.id)).variants).toEqual(sizes.variants)
    await write(of, call => variants.create(call, sizes.id, { values: [{ es: 'P' }] }))
    await verified(of)
  })

  test('that would be the same there stay as they are, until they are told apart', async () => {
    const of = await shop()
    const same = await made(of, { pt: 'P', es: 'Chico' }, { pt: 'M', es: 'Chico' })
    await choose(of, 'es')
    await renew(of)
    expect(await knownBy(of, same.id)).toEqual(['P', 'M'])
    await verified(of)
    const [first] = same.variants
    await write(of, call => variants.update(call, same.id, first?.id ?? 0, { values: [{ es: 'Muy chico' }] }))
    expect(await knownBy(of, same.id)).toEqual(['Muy chico', 'M'])
    await verified(of)
  })
})
