import type { Product, Variant, VariantLevel } from '@bodega/api'
import { amounts, localizedFields, productSwitches, productTexts, unlimited, variantTexts } from './columns.ts'
import { csvRecord } from './csv.ts'
import { writePaths } from './paths.ts'

/** A product as it is written into files: as it is answered, with names beside the ids. */
export type Exported = Omit<Product, 'variants'> & {
  category_paths: string[][]
  variants: (Omit<Variant, 'inventory_levels'> & { inventory_levels: (VariantLevel & { location: string })[] })[]
}

type Cell = string | boolean | null | undefined
type ExportedVariant = Exported['variants'][number]

/** A title, and what stands below it in the row of a variant. */
interface Written {
  title: string
  ofProduct?: (product: Exported) => Cell
  ofVariant?: (variant: ExportedVariant) => Cell
}

const three = [0, 1, 2]

function columnsFor(languages: readonly string[], locations: readonly string[]): Written[] {
  const each = (title: string, make: (language: string) => Omit<Written, 'title'>): Written[] =>
    languages.map(language => ({ title: `${title}:${language}`, ...make(language) }))
  const localized = (field: (typeof localizedFields)[number]) =>
    each(field, language => ({ ofProduct: product => product[field][language] }))
  const [name, description, handle, ...seo] = localizedFields.map(localized)
  return [
    { title: 'product', ofVariant: ({ product_id }) => String(product_id) },
    ...[name, description, handle].flatMap(columns => columns ?? []),
    ...three.flatMap(i =>
      each(`attribute${i + 1}`, language => ({ ofProduct: ({ attributes }) => attributes[i]?.[language] })),
    ),
    ...[...productSwitches, ...productTexts].map(field => ({
      title: field,
      ofProduct: (product: Exported) => product[field],
    })),
    { title: 'categories', ofProduct: ({ category_paths }) => writePaths(category_paths) },
    { title: 'images', ofProduct: ({ images }) => images.map(({ src }) => src.replaceAll(' ', '%20')).join(' ') },
    ...seo.flat(),
    ...three.flatMap(i => each(`value${i + 1}`, language => ({ ofVariant: ({ values }) => values[i]?.[language] }))),
    ...[...variantTexts, ...amounts, 'visible' as const].map(field => ({
      title: field,
      ofVariant: (variant: ExportedVariant) => variant[field],
    })),
    ...locations.map(location => ({
      title: `stock:${location}`,
      ofVariant: ({ inventory_levels }: ExportedVariant) => {
        const level = inventory_levels.find(one => one.location === location)
        return level && (level.stock === null ? unlimited : String(level.stock))
      },
    })),
  ]
}

const cellOf = (value: Cell): string => (value === null || value === undefined ? '' : String(value))

/** One row per variant. What is said of the product stands in its first row. */
export function sheetOf(languages: readonly string[], locations: readonly string[]) {
  const columns = columnsFor(languages, locations)
  return {
    head: csvRecord(columns.map(({ title }) => title)),
    rowsOf: (product: Exported): string =>
      product.variants
        .map((variant, i) =>
          csvRecord(
            columns.map(({ ofProduct, ofVariant }) =>
              cellOf(ofVariant ? ofVariant(variant) : i === 0 ? ofProduct?.(product) : undefined),
            ),
          ),
        )
        .join(''),
  }
}
