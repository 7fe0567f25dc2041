import { isUtf8 } from 'node:buffer'
import { ApiError, invalid, Nullable, ProductInput, Text } from '@bodega/api'
import Type, { type Static } from 'typebox'
import { maxCategories } from '../categories/index.ts'
import { reasonOf } from '../platform/http/reason.ts'
import { validate } from '../platform/http/validate.ts'
import type { Mark } from './records.ts'

const Levels = Type.Optional(Nullable(Type.Array(Type.Object({ location: Type.Optional(Nullable(Text(1000))) }))))

/** What a file says besides: names, because ids mean nothing in another store. */
const Names = Type.Object({
  /** Each category by its names from the top down; goes before `categories`. */
  category_paths: Type.Optional(
    Nullable(Type.Array(Type.Array(Text(), { minItems: 1, maxItems: maxCategories }), { maxItems: maxCategories })),
  ),
  /** Each level may name its location; the id goes before where the store knows it. */
  inventory_levels: Levels,
  variants: Type.Optional(Nullable(Type.Array(Type.Object({ inventory_levels: Levels })))),
})

/** A product as `POST /products` takes it, with names where ids are those of another store. */
export type ProductLine = ProductInput & Static<typeof Names>

/** A product of a file, or why it is none. */
export interface Entry {
  line: number
  product: ProductLine | undefined
  problem: string | undefined
  /** Where the next one begins. */
  end: Mark
  bytes: number
}

/** A whole product, checked as the body of a request is. */
export function checked(value: unknown): ProductLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ product: ['must be an object'] })
  }
  return { ...validate(Names, value), ...validate(ProductInput, value) }
}

/** A text of the file, or nothing where its bytes are no text. */
export const textOf = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString('utf8') : undefined)

export const notUtf8 = 'is not UTF-8'

/** What the work gives, or the refusal in one line. Faults that are no refusals go on. */
export function attempt<T>(work: () => T): { value: T; problem?: undefined } | { value?: undefined; problem: string } {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof ApiError) return { problem: reasonOf(error) }
    throw error
  }
}
