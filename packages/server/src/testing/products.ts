/** Products in a sentence, for the tests about them. */
import { envelope, type FieldMap, type Product, type ProductInput, type Variant } from '@bodega/api'
import { expect } from 'vitest'
import { type Call, operatorCall, type Write } from '../access/index.ts'
import { inventoryChecks } from '../inventory/index.ts'
import { findBroken } from '../platform/database/check.ts'
import { productChecks } from '../products/index.ts'
import { storeContext } from '../stores/index.ts'
import { store, type TestStore } from './store.ts'

const firsts = new Map<string | undefined, Promise<TestStore>>()

/** A new store on the one server of this test file, because starting one takes longer than most tests. */
export async function shop(options: Parameters<typeof store>[0] = {}): Promise<TestStore> {
  const { testPath } = expect.getState()
  const known = firsts.get(testPath) ?? store()
  firsts.set(testPath, known)
  const { server, world } = await known
  return store({ server, world, ...options })
}

export interface Said {
  status: number
  body: unknown
}

/** What a request is answered, without its headers. */
export async function ask(of: TestStore, method: string, path: string, sent?: unknown): Promise<Said> {
  const { status, body } = await of.request(
    method,
    `/v1/${of.id}${path}`,
    sent === undefined ? {} : { body: typeof sent === 'string' ? JSON.stringify(sent) : sent },
  )
  return { status, body }
}

/** The shapes of a refusal (contract 5.1). */
export const A = (status: number, description: string | null): Said => ({ status, body: envelope(status, description) })
export const B = (fields: FieldMap): Said => ({ status: 422, body: fields })
export const C = (fields: FieldMap): Said => ({
  status: 422,
  body: { ...envelope(422, 'Validation error'), ...fields },
})

export const noProduct = A(404, 'Product with such id does not exist')
export const noVariant = A(404, 'Product_Variant with such id does not exist')

export const make = (of: TestStore, body: Partial<ProductInput> = {}): Promise<Product> =>
  of.client.products.create({ body: { name: 'Sapato', ...body } })

export const read = (of: TestStore, id: number): Promise<Product> => of.client.products.get({ params: { id } })

/** The only variant of a product, or its first. */
export function variantOf({ variants: [variant] }: Product): Variant {
  if (!variant) throw new Error('a product without a variant')
  return variant
}

/** A product with one variant for each size. */
export const sized = (of: TestStore, sizes: readonly string[], body: Partial<ProductInput> = {}): Promise<Product> =>
  make(of, {
    attributes: ['Tamanho'],
    variants: sizes.map((size, i) => ({ values: [size], price: i + 1, stock: 5 })),
    ...body,
  })

/** Operations without HTTP, as an operator would call them. */
export async function callOf({ db, world, id }: TestStore): Promise<Call> {
  const context = await storeContext(db, id)
  if (!context) throw new Error(`no store ${id}`)
  return operatorCall(world, context)
}

export async function write<T>(of: TestStore, body: (call: Write) => Promise<T>): Promise<T> {
  const call = await callOf(of)
  return of.db.tx(tx => body({ ...call, tx }))
}

/** No rule of the catalogue and of its stock is broken in this store. */
export const verified = async ({ db, id }: TestStore): Promise<void> =>
  expect(await findBroken(db, [...productChecks, ...inventoryChecks], id)).toEqual([])
