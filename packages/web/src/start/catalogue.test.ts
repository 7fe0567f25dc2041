import { expect, test } from 'vitest'
import { summarize } from './catalogue.ts'

test('operations are counted, and what a path says beside them is not', () => {
  const catalogue = summarize({
    info: { version: '1.2.3' },
    paths: {
      '/locations': { parameters: [], get: { tags: ['locations'] }, post: { tags: ['locations'] } },
      '/store': { summary: 'The store', get: { tags: ['stores'] } },
      '/ping': { get: {} },
    },
  })
  expect(catalogue).toEqual({
    release: '1.2.3',
    endpoints: 4,
    resources: [
      { name: 'locations', endpoints: 2 },
      { name: 'stores', endpoints: 1 },
    ],
  })
})

test('a service without endpoints has none', () => {
  expect(summarize({ info: { version: '0.0.1' } })).toEqual({ release: '0.0.1', endpoints: 0, resources: [] })
})
