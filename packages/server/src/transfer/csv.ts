/** RFC 4180, one record at a time. */

/** A record that cannot be cut into cells: what is wrong, and the cells before it. */
interface Uncut {
  problem: string
  cells: string[]
}

/** The cells of a record, or what is wrong with it. A quote inside of a cell without quotes stands for itself. */
export function cellsOf(record: string, delimiter: string): string[] | Uncut {
  const text = record.replace(/\r?\n$/, '')
  const cells: string[] = []
  let at = 0
  for (;;) {
    let cell = ''
    if (text[at] === '"') {
      let from = at + 1
      for (;;) {
        const closing = text.indexOf('"', from)
        if (closing < 0) return { problem: 'a quote is opened and never closed', cells }
        cell += text.slice(from, closing)
        at = closing + 1
        if (text[at] !== '"') break
        cell += '"'
        from = at + 1
      }
      if (at < text.length && text[at] !== delimiter) return { problem: 'there is text behind a closing quote', cells }
    } else {
      const end = text.indexOf(delimiter, at)
      cell = text.slice(at, end < 0 ? text.length : end)
      at = end < 0 ? text.length : end
    }
    cells.push(cell)
    if (at >= text.length) return cells
    at++
  }
}

const needsQuotes = /[",\r\n]|^\s|\s$/

export const csvRecord = (cells: readonly string[]): string =>
  `${cells.map(cell => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

/** Spreadsheets of the region write semicolons, because the comma is the decimal point. */
export function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}
