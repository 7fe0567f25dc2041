import { readPaths } from './paths.ts'

/** A row of a table while it is read: what it says of the product and what of the variant. */
export interface Row {
  key: string
  product: Record<string, unknown>
  variant: Record<string, unknown>
}

/** What a cell of a column means. Empty cells say nothing and are never put. */
export interface Column {
  title: string
  /** Rows of one product need say it once. */
  isOfProduct: boolean
  put(row: Row, cell: string): void
}

/** The table does not say what its columns are: nothing of it can be read. */
export class HeaderError extends Error {}

export const localizedFields = ['name', 'description', 'handle', 'seo_title', 'seo_description'] as const
export const productTexts = ['visibility', 'brand', 'tags', 'video_url'] as const
export const productSwitches = ['published', 'free_shipping', 'requires_shipping'] as const
const measures = ['weight', 'width', 'height', 'depth'] as const
export const amounts = ['price', 'promotional_price', 'cost', ...measures] as const
export const variantTexts = ['sku', 'barcode', 'mpn', 'age_group', 'gender'] as const

/** Cells of these fields stay empty texts in the languages that say nothing. */
const blankFields: readonly string[] = ['description', 'seo_title', 'seo_description']

export const unlimited = 'unlimited'

/** What says neither yes nor no is left as it is: the check of the product tells what is wrong with it. */
const switchOf = (cell: string): unknown =>
  ({ true: true, false: false, 1: true, 0: false })[cell.trim().toLowerCase()] ?? cell

type Target = Record<string, unknown>

/** A text for all languages, or for one. */
function putText(target: Target, field: string, language: string | undefined, cell: string): void {
  if (language === undefined) target[field] = cell
  else target[field] = { ...(target[field] as object | undefined), [language]: cell }
}

function putInList(target: Target, field: string, index: number, language: string | undefined, cell: string): void {
  const list = (target[field] ?? []) as unknown[]
  target[field] = list
  // A gap is a text that says nothing, and is refused as one.
  while (list.length <= index) list.push('')
  const holder: Target = typeof list[index] === 'object' ? { at: list[index] } : {}
  putText(holder, 'at', language, cell)
  list[index] = holder.at
}

function putLevel(target: Target, location: string | undefined, cell: string): void {
  const stock = cell.toLowerCase() === unlimited ? null : cell
  const level = location === undefined ? { stock } : { location, stock }
  target.inventory_levels = [...((target.inventory_levels as unknown[] | undefined) ?? []), level]
}

/** `1.500` and `1.500,50`: what has thousandths is told by its comma alone. */
const grouped = /^[1-9]\d{0,2}([.\s]\d{3})+(,\d+)?$/
const groupedWithComma = /^[1-9]\d{0,2}([.\s]\d{3})+,\d+$/

/** With semicolons between the cells the decimal point is a comma, and a point may separate thousands. */
function numberOf(cell: string, delimiter: string, hasThousandths: boolean): string {
  const text = cell.trim()
  if (delimiter !== ';') return text
  const isGrouped = (hasThousandths ? groupedWithComma : grouped).test(text)
  return (isGrouped ? text.replace(/[.\s]/g, '') : text).replace(/^(\d+),(\d+)$/, '$1.$2')
}

function columnOf(title: string, delimiter: string): Column | undefined {
  const [field = '', ...rest] = title.split(':')
  const mark = rest.length > 0 ? rest.join(':').trim() : undefined
  const of = (isOfProduct: boolean, put: Column['put']): Column => ({ title, isOfProduct, put })
  const isOne = (fields: readonly string[]) => mark === undefined && fields.includes(field)

  if ((localizedFields as readonly string[]).includes(field)) {
    return of(true, ({ product }, cell) => putText(product, field, mark, cell))
  }
  const [, list, place] = /^(attribute|value)([123])$/.exec(field) ?? []
  if (list === 'attribute') {
    return of(true, ({ product }, cell) => putInList(product, 'attributes', Number(place) - 1, mark, cell))
  }
  if (list === 'value') {
    return of(false, ({ variant }, cell) => putInList(variant, 'values', Number(place) - 1, mark, cell))
  }
  if (field === 'stock')
    return of(false, ({ variant }, cell) => putLevel(variant, mark, numberOf(cell, delimiter, false)))
  if (isOne(['product'])) {
    return of(false, (row, cell) => {
      row.key = cell
    })
  }
  if (isOne(productTexts)) return of(true, ({ product }, cell) => putText(product, field, undefined, cell))
  if (isOne(productSwitches)) {
    return of(true, ({ product }, cell) => {
      product[field] = switchOf(cell)
    })
  }
  if (isOne(['visible'])) {
    return of(false, ({ variant }, cell) => {
      variant.visible = switchOf(cell)
    })
  }
  if (isOne(amounts)) {
    return of(false, ({ variant }, cell) => {
      variant[field] = numberOf(cell, delimiter, isOne(measures))
    })
  }
  if (isOne(variantTexts)) return of(false, ({ variant }, cell) => putText(variant, field, undefined, cell))
  if (isOne(['categories'])) {
    return of(true, ({ product }, cell) => {
      product.category_paths = readPaths(cell)
    })
  }
  if (isOne(['images'])) {
    return of(true, ({ product }, cell) => {
      product.images = cell
        .trim()
        .split(/\s+/)
        .map(src => ({ src }))
    })
  }
  return undefined
}

export interface Columns {
  columns: Column[]
  /** What the columns say of a product when no cell does: texts that are empty in each of their languages. */
  blank: Record<string, Record<string, string>>
}

/** What the first row of a table says. A title that is not known is a mistake, and dropping its cells would be worse. */
export function columnsOf(titles: readonly string[], delimiter: string): Columns {
  const columns = titles.map(given => {
    const title = given.trim()
    const column = columnOf(title, delimiter)
    if (!column) throw new HeaderError(`the first row names a column "${title}", which does not exist`)
    return column
  })
  const known = new Set<string>()
  for (const { title } of columns) {
    if (known.has(title)) throw new HeaderError(`the first row names the column "${title}" twice`)
    known.add(title)
  }
  const blank: Columns['blank'] = {}
  for (const title of known) {
    const [field = '', language] = title.split(':')
    if (language === undefined || field === 'stock') continue
    if (known.has(field)) throw new HeaderError(`the columns "${field}" and "${title}" exclude each other`)
    if (blankFields.includes(field)) blank[field] = { ...blank[field], [language]: '' }
  }
  if (![...known].some(title => title === 'name' || title.startsWith('name:'))) {
    throw new HeaderError('the first row names no column "name"')
  }
  return { columns, blank }
}
