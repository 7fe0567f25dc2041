import { expect, test } from 'vitest'
import type { Entry } from './entries.ts'
import { maxRecord } from './records.ts'
import { openTable, readTable } from './table.ts'

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function read(text: string | Buffer): Promise<Entry[]> {
  const bytes = Buffer.from(text as string)
  const table = await openTable(once(bytes))
  const all: Entry[] = []
  for await (const entry of readTable(once(bytes.subarray(table.rows.position)), table, table.rows)) all.push(entry)
  return all
}

const productsOf = async (text: string | Buffer) => (await read(text)).map(({ product, problem }) => product ?? problem)

test('a row is a product, and empty cells say nothing', async () => {
  expect(await productsOf('name,price,brand\nRemera,10.50,\n\nTaza,,Andina\n')).toEqual([
    { name: 'Remera', variants: [{ price: '10.50' }] },
    { name: 'Taza', brand: 'Andina', variants: [{}] },
  ])
})

test('rows of which every cell is empty are none, as spreadsheets write them', async () => {
  const table = 'product,name,sku\n1,Remera,S\n,,\n1,,M\n"", ,""\n,\n2,Taza,T\n,,\n,,\n'
  expect(await productsOf(table)).toEqual([
    { name: 'Remera', variants: [{ sku: 'S' }, { sku: 'M' }] },
    { name: 'Taza', variants: [{ sku: 'T' }] },
  ])
})

test('what stands in quotes does not tell what is between the cells', async () => {
  expect(await productsOf('name;"stock:Norte, Sur, Este"\nA;5\n')).toEqual([
    { name: 'A', variants: [{ inventory_levels: [{ location: 'Norte, Sur, Este', stock: '5' }] }] },
  ])
})

test('rows that stand together and have the same key are one product with its variants', async () => {
  const table = [
    'product,name,attribute1,value1,sku',
    'a,Remera,Talle,S,R-S',
    'a,,,M,R-M',
    'b,Taza,,,T',
    'a,Remera,Talle,L,R-L',
    ',Olla,,,O-1',
    ',Olla,,,O-2',
  ]
  const entries = await read(table.join('\n'))
  expect(entries.map(({ line, product }) => [line, product?.name, product?.variants?.map(({ sku }) => sku)])).toEqual([
    [2, 'Remera', ['R-S', 'R-M']],
    [4, 'Taza', ['T']],
    [5, 'Remera', ['R-L']],
    [6, 'Olla', ['O-1']],
    [7, 'Olla', ['O-2']],
  ])
})

test('texts come for all languages or for each', async () => {
  const table = 'name:es,name:pt,description:es,description:pt,attribute1:es,attribute1:pt,value1:es,value1:pt\n'
  expect(await productsOf(`${table}Remera,,Linda,,Color,Cor,Rojo,Vermelho\n`)).toEqual([
    {
      name: { es: 'Remera' },
      description: { es: 'Linda', pt: '' },
      attributes: [{ es: 'Color', pt: 'Cor' }],
      variants: [{ values: [{ es: 'Rojo', pt: 'Vermelho' }] }],
    },
  ])
})

test('stock stands at the first location, at named ones, or is without limit', async () => {
  expect(await productsOf('name,stock,stock:Depósito: Sur\nA,5,\nB,,0\nC,Unlimited,7\n')).toEqual([
    { name: 'A', variants: [{ inventory_levels: [{ stock: '5' }] }] },
    { name: 'B', variants: [{ inventory_levels: [{ location: 'Depósito: Sur', stock: '0' }] }] },
    { name: 'C', variants: [{ inventory_levels: [{ stock: null }, { location: 'Depósito: Sur', stock: '7' }] }] },
  ])
})

test('categories are paths, images are addresses, switches are true or false', async () => {
  const table = 'name,categories,images,published,visible\n'
  const row = 'A,Ropa > Remeras | Ofertas,https://a.example/1.jpg  https://a.example/2.jpg,FALSE,0\n'
  expect(await productsOf(table + row)).toEqual([
    {
      name: 'A',
      category_paths: [['Ropa', 'Remeras'], ['Ofertas']],
      images: [{ src: 'https://a.example/1.jpg' }, { src: 'https://a.example/2.jpg' }],
      published: false,
      variants: [{ visible: false }],
    },
  ])
})

test('with semicolons between the cells, and a mark of the encoding before them, the decimal point is a comma', async () => {
  expect(await productsOf('\ufeffname;price;weight;tags\r\nA;10,50;0.3;a, b\r\n')).toEqual([
    { name: 'A', tags: 'a, b', variants: [{ price: '10.50', weight: '0.3' }] },
  ])
})

test('with semicolons a point separates thousands, where no thousandths can be meant', async () => {
  const rows = ['name;price;cost;weight;stock', 'A;1.500;1.234.567,89;1.500;2.000', 'B;1 500,5;0.300;1.250,5;unlimited']
  expect(await productsOf(`${rows.join('\n')}\n`)).toEqual([
    {
      name: 'A',
      variants: [{ price: '1500', cost: '1234567.89', weight: '1.500', inventory_levels: [{ stock: '2000' }] }],
    },
    {
      name: 'B',
      variants: [{ price: '1500.5', cost: '0.300', weight: '1250.5', inventory_levels: [{ stock: null }] }],
    },
  ])
  expect(await productsOf('name,price\nA,1.500\n')).toEqual([{ name: 'A', variants: [{ price: '1.500' }] }])
})

test.each([
  ['', 'the file is empty'],
  ['price\n', 'the first row names no column "name"'],
  ['name,colour\n', 'the first row names a column "colour", which does not exist'],
  ['name,name\n', 'the first row names the column "name" twice'],
  ['name,name:es\n', 'the columns "name" and "name:es" exclude each other'],
  ['name,price:es\n', 'the first row names a column "price:es", which does not exist'],
  ['name,value4\n', 'the first row names a column "value4", which does not exist'],
  ['name,"open\n', 'the first row cannot be read: a quote is opened and never closed'],
  [Buffer.from('name,marca\xf3n\n', 'latin1'), 'the first row cannot be read: it is not UTF-8'],
  [Buffer.from('\ufeffname\n', 'utf16le'), 'the first row cannot be read: it is not UTF-8'],
])('a table that begins with %j cannot be read', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

test('a row that is wrong says why, and the others are read', async () => {
  const rows = [
    'product,name,published,sku',
    '1,A,true,x',
    '2,B,perhaps,x',
    '3,C',
    '4,D,true,x,too many',
    '5,E,true,"x"y',
    '6,F\0,true,x',
    '7,,true,x',
    '8,H,true,"open',
    '9,I,true,x',
    '9,J,true,y',
    '10,K,true,x',
  ]
  const bytes = Buffer.concat([
    Buffer.from(`${rows.join('\n')}\n11,`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(',true,x\n'),
  ])
  expect((await read(bytes)).map(({ line, product, problem }) => [line, product?.name ?? problem])).toEqual([
    [2, 'A'],
    [3, 'published: must be a boolean or null'],
    [4, 'has 2 cells, and the first row has 4'],
    [5, 'has 5 cells, and the first row has 4'],
    [6, 'there is text behind a closing quote'],
    [7, 'must not contain NUL characters'],
    [8, "name: can't be blank"],
    [9, 'a quote is opened and never closed'],
    [10, 'line 11: says another name than the first row of its product'],
    [12, 'K'],
    [13, 'is not UTF-8'],
  ])
})

test('one wrong row of a product refuses the whole product, and tells which it is', async () => {
  expect(await productsOf('product,name,sku\na,A,x\na,,y,z\nb,B,x\n')).toEqual([
    'line 3: has 4 cells, and the first row has 3',
    { name: 'B', variants: [{ sku: 'x' }] },
  ])
})

test.each([
  ['in the middle', ['1,A,x', '1,,"y"z', '1,A,z'], 'line 3: there is text behind a closing quote'],
  ['at the end', ['1,A,x', '1,,"y'], 'line 3: a quote is opened and never closed'],
  ['at the beginning', ['1,A,"x"y', '1,A,y'], 'there is text behind a closing quote'],
  ['that is not UTF-8', ['1,A,x', '1,,\xff', '1,A,z'], 'line 3: is not UTF-8'],
  ['that does not say its product', ['1,A,x', '"1"y,,z', '1,A,z'], 'line 3: there is text behind a closing quote'],
  ['that is too long', ['1,A,x', 'y'.repeat(maxRecord + 1), '1,A,z'], 'line 3: is longer than 10 MB'],
])('a row %s that cannot be read refuses the whole product, and no other', async (_, rows, problem) => {
  const table = ['product,name,sku', ...rows, '2,B,x', '']
  expect(await productsOf(Buffer.from(table.join('\n'), 'latin1'))).toEqual([
    problem,
    { name: 'B', variants: [{ sku: 'x' }] },
  ])
})

test('where each row is a product of its own, one that cannot be read is one of its own too', async () => {
  const long = 'y'.repeat(maxRecord + 1)
  expect(await productsOf(`product,name\n,A\n"1"x,B\n${long}\n,C\n`)).toEqual([
    { name: 'A', variants: [{}] },
    'there is text behind a closing quote',
    'is longer than 10 MB',
    { name: 'C', variants: [{}] },
  ])
})

test('names of columns and cells that mean something to JavaScript mean nothing here', async () => {
  await expect(read('name,__proto__\nA,B\n')).rejects.toThrow('"__proto__", which does not exist')
  await expect(read('name,constructor\nA,B\n')).rejects.toThrow('"constructor", which does not exist')
  const [product] = await productsOf('product,name\n__proto__,toString\n')
  expect(product).toEqual({ name: 'toString', variants: [{}] })
  await expect(productsOf('name:__proto__\nA\n')).resolves.toEqual([expect.stringContaining('name')])
  expect(({} as Record<string, unknown>).name).toBeUndefined()
})

test('a product does not grow without end', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `a,A,${i}`)
  const [entry, ...others] = await read(`product,name,value1\n${rows.join('\n')}`)
  expect(others).toEqual([])
  expect(entry?.product?.variants).toHaveLength(1001)
  expect(entry?.end.line).toBe(20_000)
})
