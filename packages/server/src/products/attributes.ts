import type { Localized } from '@bodega/api'
import { alike, combinationOf, identitiesOf } from './combinations.ts'
import type { VariantRow } from './rows.ts'

/**
 * The variants of a product whose attributes become others. Where these are more than before, values stay as they are
 * until their variant is written again. Where they are fewer, the values of the others go; `undefined` if what is left
 * does not tell the variants apart.
 */
export function fitted<V extends Pick<VariantRow, 'values' | 'combination'>>(
  variants: readonly V[],
  before: readonly Localized[],
  after: readonly Localized[],
  mainLanguage: string,
): V[] | undefined {
  if (after.length >= before.length) return [...variants]
  const places = placesOf(before, after, mainLanguage)
  const next = variants.map(variant => {
    const values = takeWhile(places, place => variant.values[place])
    return { ...variant, values, combination: combinationOf(values, mainLanguage) }
  })
  return alike(next, mainLanguage).length === 0 ? next : undefined
}

/** Where the attributes that stay stood before: by their names, or the first ones where some name is new. */
function placesOf(before: readonly Localized[], after: readonly Localized[], mainLanguage: string): number[] {
  const names = identitiesOf(
    [...before, ...after].map(name => [name]),
    mainLanguage,
  )
  const places = names.splice(before.length).map(name => names.indexOf(name))
  return places.includes(-1) ? after.map((_, place) => place) : places
}

/** A variant that was not written since attributes were added has values for the first of them only. */
function takeWhile<T, R>(list: readonly T[], of: (item: T) => R | undefined): R[] {
  const taken: R[] = []
  for (const item of list) {
    const found = of(item)
    if (found === undefined) break
    taken.push(found)
  }
  return taken
}
