import { expect, test } from 'vitest'
import { flameGraph, framesOf, hottest, type Profile } from './flame.ts'

const node = (id: number, functionName: string, children: number[] = [], url = '') => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
  children,
})

const profile: Profile = {
  nodes: [
    node(1, '(root)', [2, 5, 6]),
    node(2, 'serve', [3, 4], 'file:///srv/dist/cli.js'),
    node(3, 'parse', [], 'file:///srv/node_modules/pg/lib/parser.js'),
    node(4, 'parse', [], 'file:///srv/node_modules/pg/lib/parser.js'),
    node(5, '(idle)'),
    node(6, '<script>'),
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [1000, 2000, 3000, 90_000, 4000],
}

test('callers hold the time of what they called, the same function is one, and waiting is no work', () => {
  expect(framesOf(profile)).toMatchObject({
    name: 'all',
    total: 10,
    children: [
      { name: 'serve cli.js:10', total: 6, self: 1, children: [{ name: 'parse pg/lib/parser.js:10', total: 5 }] },
      { name: '<script>', total: 4 },
    ],
  })
})

test('the functions that take the most time of their own come first', () => {
  expect(hottest(framesOf(profile), 2)).toEqual([
    { name: 'parse pg/lib/parser.js:10', share: 0.5 },
    { name: '<script>', share: 0.4 },
  ])
})

test('the page needs nothing from elsewhere, and names cannot become a part of it', () => {
  const html = flameGraph('GET /a<b', framesOf(profile))
  expect(html).toContain('&lt;script>')
  expect(html).not.toContain('<script></button>')
  expect(html).toContain('<h1>GET /a&lt;b</h1>')
  expect(html).not.toMatch(/src=|href=|@import|url\(/)
})
