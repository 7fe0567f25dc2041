import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, csvRecord, delimiterOf } from './csv.ts'
import { readPaths, writePaths } from './paths.ts'
import { maxRecord, type RawRecord, recordsOf } from './records.ts'

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string | Buffer, delimiter?: string, size = 7): Promise<RawRecord[]> {
  const all: RawRecord[] = []
  const chunks = chunked(Buffer.from(text as string), size)
  for await (const record of recordsOf(chunks, { position: 0, line: 0 }, delimiter)) all.push(record)
  return all
}

const textsOf = (records: RawRecord[]) => records.map(({ bytes, problem }) => bytes?.toString() ?? `! ${problem}`)

test('a line is a record, the last one with or without its end', async () => {
  expect(textsOf(await read('a\nbb\r\n\nccc'))).toEqual(['a\n', 'bb\r\n', '\n', 'ccc'])
  expect(textsOf(await read('a\n'))).toEqual(['a\n'])
  expect(await read('')).toEqual([])
})

test('each says where it begins and where the next one does', async () => {
  const records = await read('1,"a\nb"\n2,"c"\n3,d', ',')
  expect(records.map(({ line, end }) => [line, end.line, end.position])).toEqual([
    [1, 2, 8],
    [3, 3, 14],
    [4, 3, 17],
  ])
})

test('reading can begin where another reading ended', async () => {
  const text = '1,"a\nb"\n2,"c\n"\n3,d\n'
  const [, second, third] = await read(text, ',')
  const rest: RawRecord[] = []
  const from = second?.end ?? { position: 0, line: 0 }
  for await (const record of recordsOf(chunked(Buffer.from(text).subarray(from.position), 3), from, ',')) {
    rest.push(record)
  }
  expect(rest).toEqual([third])
})

test('law: any table comes back as it was written, however it is cut into pieces', async () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', '""', '\n', '\r\n', ',', ';', ' x ', 'é"\n,', '\u{1f4e6}'))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 20 }), async (table, size) => {
      const text = table.map(csvRecord).join('')
      const records = await read(text, ',', size)
      expect(records.map(({ bytes }) => cellsOf(bytes?.toString() ?? '', ','))).toEqual(table)
      expect(records.at(-1)?.end.position ?? 0).toBe(Buffer.byteLength(text))
    }),
  )
})

test('a quote that is never closed spoils its own line and no other', async () => {
  const text = 'a,b\n1,"open\n2,c\n3,d\n'
  expect(textsOf(await read(text, ','))).toEqual(['a,b\n', '1,"open\n', '2,c\n', '3,d\n'])
  expect(textsOf(await read('a,"b', ','))).toEqual(['a,"b'])
  expect(cellsOf('1,"open\n', ',')).toEqual({ problem: 'a quote is opened and never closed', cells: ['1'] })
})

test('text behind a closing quote, and quotes inside of a plain cell, end with their line', async () => {
  expect(textsOf(await read('1,"a"b"c\n2,5" pipe\n3,d\n', ','))).toEqual(['1,"a"b"c\n', '2,5" pipe\n', '3,d\n'])
  expect(cellsOf('1,"a"b"c\n', ',')).toEqual({ problem: 'there is text behind a closing quote', cells: ['1'] })
  expect(cellsOf('2,5" pipe\n', ',')).toEqual(['2', '5" pipe'])
})

test('a record that is too long is passed over without being held, and the next one is read', async () => {
  const long = Buffer.alloc(3 * maxRecord, 'x')
  const text = Buffer.concat([Buffer.from('a\n'), long, Buffer.from('\nb\n')])
  for (const delimiter of [undefined, ',']) {
    const records = await read(text, delimiter, 1024 * 1024)
    expect(textsOf(records)).toEqual(['a\n', '! is longer than 10 MB', 'b\n'])
    expect(records.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(records.at(-1)?.end.position).toBe(text.length)
  }
})

test('a quote that stays open for too long is given up', async () => {
  const line = `${'x'.repeat(9999)}\n`
  const lines = Math.ceil(maxRecord / line.length)
  const records = await read(`1,"open\n${line.repeat(lines)}2,b\n`, ',', 1024 * 1024)
  expect(records[0]).toMatchObject({ line: 1, bytes: Buffer.from('1,"open\n') })
  expect(records.at(-1)?.bytes?.toString()).toBe('2,b\n')
  expect(records).toHaveLength(lines + 2)
})

test.each([
  ['a,b\n', ['a', 'b']],
  ['a,b', ['a', 'b']],
  [',\r\n', ['', '']],
  ['\n', ['']],
  ['"a ""b"" c",d\n', ['a "b" c', 'd']],
  ['"",""\n', ['', '']],
  ['" a "\n', [' a ']],
])('%j has the cells %j', (record, cells) => {
  expect(cellsOf(record, ',')).toEqual(cells)
})

test('what stands between the cells is seen in the first row', () => {
  expect(delimiterOf('name,price\n')).toBe(',')
  expect(delimiterOf('name;price;tags\n')).toBe(';')
  expect(delimiterOf('name\tprice\n')).toBe('\t')
  expect(delimiterOf('name\n')).toBe(',')
})

test('law: paths of categories come back as they were written', () => {
  const name = fc
    .oneof(fc.string({ minLength: 1 }), fc.constantFrom('A > B', 'A | B', '\\', 'a\\>', '>|\\'))
    .filter(text => text.trim() === text && text !== '')
  fc.assert(
    fc.property(fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), paths => {
      expect(readPaths(writePaths(paths))).toEqual(paths)
    }),
  )
})

test('paths are read as people write them', () => {
  expect(readPaths('Ropa>Remeras|  Ofertas > Verano |')).toEqual([
    ['Ropa', 'Remeras'],
    ['Ofertas', 'Verano'],
  ])
  expect(readPaths(' ')).toEqual([])
})
