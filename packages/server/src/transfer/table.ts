import { isUtf8 } from 'node:buffer'
import { type Column, type Columns, columnsOf, HeaderError, type Row } from './columns.ts'
import { cellsOf, delimiterOf } from './csv.ts'
import { attempt, checked, type Entry, notUtf8, textOf } from './entries.ts'
import { type Mark, recordsOf } from './records.ts'

/** A table that was opened: what its columns are, and where its rows begin. */
export interface Table extends Columns {
  delimiter: string
  rows: Mark
}

const bom = '\ufeff'

/** Reads the first row. */
export async function openTable(chunks: AsyncIterable<Buffer>): Promise<Table> {
  for await (const { bytes, end, problem } of recordsOf(chunks, { position: 0, line: 0 }, ',')) {
    const text = bytes && textOf(bytes)
    if (text === undefined) throw new HeaderError(`the first row cannot be read: ${bytes ? `it ${notUtf8}` : problem}`)
    const titles = text.startsWith(bom) ? text.slice(1) : text
    const delimiter = delimiterOf(titles)
    const cells = cellsOf(titles, delimiter)
    if (!Array.isArray(cells)) throw new HeaderError(`the first row cannot be read: ${cells.problem}`)
    return { ...columnsOf(cells, delimiter), delimiter, rows: end }
  }
  throw new HeaderError('the file is empty')
}

/** A product may not have more, and one that has is refused without reading on. */
const maxRows = 1001

/** Rows of one product, as far as they were read. */
interface Group {
  line: number
  key: string
  rows: Row[]
  problem: string | undefined
  end: Mark
  bytes: number
}

/** One row per variant: rows that follow each other and have the same `product` are one product. */
export async function* readTable(chunks: AsyncIterable<Buffer>, table: Table, from: Mark): AsyncGenerator<Entry> {
  let group: Group | undefined
  for await (const { line, bytes, problem, end } of recordsOf(chunks, from, table.delimiter)) {
    const text = bytes?.toString()
    const { row, ...read }: Read = text === undefined ? { problem } : rowOf(text, table)
    const fault = bytes && !isUtf8(bytes) ? notUtf8 : read.problem
    if (!row && fault === undefined) continue
    // One that does not even say its product may be a row of the one above: better no product than a part of it.
    const key = row?.key ?? group?.key ?? ''
    if (!group || key === '' || key !== group.key) {
      if (group) yield entryOf(group, table)
      group = { line, key, rows: [], problem: undefined, end, bytes: 0 }
    }
    group.problem ??= (fault && at(line, group, fault)) ?? differenceOf(line, group, row)
    if (row && group.rows.length < maxRows) group.rows.push(row)
    group.bytes += bytes?.length ?? 0
    group.end = end
  }
  if (group) yield entryOf(group, table)
}

interface Read {
  row?: Row
  problem?: string | undefined
}

const at = (line: number, group: Group, problem: string) => (line === group.line ? problem : `line ${line}: ${problem}`)

/**
 * The cells in their places; a row that is wrong still says which product it belongs to, if it can. One without a word is
 * no row: spreadsheets write such below the last one.
 */
function rowOf(text: string, { columns, delimiter }: Table): Read {
  const read = cellsOf(text, delimiter)
  if (Array.isArray(read) && read.every(cell => cell.trim() === '')) return {}
  const { cells, problem } = Array.isArray(read) ? { cells: read, problem: problemOf(read, columns, text) } : read
  if (cells.length <= columns.findIndex(({ title }) => title === 'product')) return { problem }
  const row: Row = { key: '', product: {}, variant: {} }
  for (const [i, column] of columns.entries()) {
    const cell = cells[i]
    if (cell) column.put(row, cell)
  }
  return { row, problem }
}

function problemOf(cells: readonly string[], columns: readonly Column[], text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  if (cells.length === columns.length) return undefined
  return `has ${cells.length} cells, and the first row has ${columns.length}`
}

/** What a later row says of the product must be what the first one says, or nothing. */
function differenceOf(line: number, { rows: [first] }: Group, row: Row | undefined): string | undefined {
  if (!first || !row) return undefined
  const other = Object.keys(row.product).find(field => !agrees(first.product[field], row.product[field]))
  return other && `line ${line}: says another ${other} than the first row of its product`
}

/** Of a text in several languages a later row may say some. */
function agrees(first: unknown, later: unknown): boolean {
  if (typeof first !== 'object' || typeof later !== 'object') return first === later
  const said = Object.entries(later ?? {})
  return said.every(([key, value]) => agrees((first as Record<string, unknown> | null)?.[key], value))
}

function entryOf({ line, rows, problem, end, bytes }: Group, { blank }: Table): Entry {
  if (problem !== undefined) return { line, product: undefined, problem, end, bytes }
  const product = { ...rows[0]?.product, variants: rows.map(({ variant }) => variant) }
  const read = attempt(() => checked(withBlanks(product, blank)))
  return { line, product: read.value, problem: read.problem, end, bytes }
}

/** A text that some language has is empty in the others, as the API answers it. */
function withBlanks(product: Record<string, unknown>, blank: Columns['blank']): Record<string, unknown> {
  const filled = Object.entries(product).map(([field, value]) => [
    field,
    typeof value === 'object' && blank[field] ? { ...blank[field], ...value } : value,
  ])
  return Object.fromEntries(filled)
}
